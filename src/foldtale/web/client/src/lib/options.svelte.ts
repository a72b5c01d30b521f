/** What can be chosen now: numbered, narrowed step by step, the same on the board and in the strip. */

import { chipsOf, isPair, sharedEnd, sharedStart, type Chip } from "./chips";
import { distances, kindsOf } from "./pieces";
import type { Choice, Scene } from "./types";

export type { Chip } from "./chips";

const LETTERS = "qwert";
const FIXED = ["area", "slot", "link"];
const HELD = ["die", "card"];

export class Options {
  /** Elements picked so far, and the group opened. */
  picked: string[] = $state([]);
  group: Choice[] | null = $state.raw(null);
  /** Numbers of chips that are pointed at, and the piece if it is one. */
  hot: number[] = $state([]);
  pointed = $state("");
  /** A tap has chosen this on the board; another tap sends it. */
  tapped = $state("");
  sent = $state("");

  #scene: () => Scene;
  constructor(scene: () => Scene) {
    this.#scene = scene;
  }

  all = $derived.by(() => this.#scene().ask?.choices ?? []);
  #kinds = $derived.by(() => kindsOf(this.#scene()));
  #base = $derived(this.group ?? this.all.filter((choice) => !this.stepped.includes(choice)));
  narrowed = $derived.by(() => this.#base.filter((choice) => this.picked.every((id) => choice.touches?.includes(id))));
  #isPairing = $derived(this.picked.length > 0 && this.narrowed.some((choice) => isPair(choice, this.#kinds)));
  /** While a piece is picked: what can be done without another of its kind. */
  #besides = $derived.by(() => {
    const alike = new Set(this.picked.map((id) => this.#kinds.get(id)));
    const isOther = (choice: Choice) => (choice.touches ?? []).some((id) => alike.has(this.#kinds.get(id)));
    return this.#base.filter((choice) => !isPair(choice, this.#kinds) && !this.narrowed.includes(choice) && !isOther(choice));
  });
  /** Numbers are chosen on a stepper, if there are more than two. */
  #counted = $derived(this.all.filter((choice) => typeof choice.value === "number"));
  stepped = $derived(this.#counted.length > 2 ? this.#counted : []);
  chips = $derived.by(() =>
    chipsOf({
      choices: this.narrowed,
      others: this.#isPairing ? this.#besides : [],
      picked: this.picked,
      kinds: this.#kinds,
      far: distances(this.#scene()),
      isOpen: !!this.group,
    }),
  );
  /** Which chips touch an element. */
  touching = $derived.by(() => this.#touched(() => true));
  /** The numbers that an element shows: not those of chips that stand for other pieces, nor for what is far off. */
  numbers = $derived.by(() => this.#touched((chip, id) => !chip.isRest && (chip.from ?? id) === id));
  #single = $derived.by(() => this.#touched((chip) => chip.choices.length === 1));
  /** The numbers to be seen on a piece of a crowded table: those that choose it, and that of the group pointed at. */
  shown(id: string): number[] {
    return this.lit.has(id) ? (this.touching.get(id) ?? []).filter((one) => this.hot.includes(one)) : (this.#single.get(id) ?? []);
  }
  /** What can be picked instead of what is picked. */
  swaps = $derived.by(() => {
    if (!this.#isPairing) return new Set<string>();
    const alike = new Set(this.picked.map((id) => this.#kinds.get(id)));
    const others = this.#base.flatMap((choice) => choice.touches ?? []);
    return new Set(others.filter((id) => alike.has(this.#kinds.get(id)) && !this.picked.includes(id)));
  });
  /** The letters that pick a die, a card or whatever else does not lie fast on the board. */
  letters = $derived.by(() => {
    const touched = new Set(this.all.flatMap((choice) => choice.touches ?? []));
    const ids = [...this.#kinds.keys()].filter((id) => touched.has(id) && !FIXED.includes(this.#kinds.get(id)!));
    const isHeld = (id: string) => Number(HELD.includes(this.#kinds.get(id)!));
    const order = ids.sort((one, other) => isHeld(other) - isHeld(one)).slice(0, LETTERS.length);
    return new Map(order.map((id, at) => [id, LETTERS[at]!]));
  });
  lit = $derived.by(() => {
    const chips = this.chips.filter((chip) => this.hot.includes(chip.number));
    const choices = chips.flatMap((chip) => chip.choices).filter((choice) => !this.pointed || choice.touches?.includes(this.pointed));
    return new Set([...this.picked, ...choices.flatMap((choice) => choice.touches ?? [])]);
  });
  /** The one choice that is left of what is pointed at. */
  hinted = $derived.by(() => {
    const left = this.pointed ? this.narrowed.filter((choice) => choice.touches?.includes(this.pointed)) : [];
    return left.length === 1 ? left[0]! : null;
  });
  /** What is said so far by what was picked: "Red die to …". */
  saying = $derived.by(() => {
    if (!this.#isPairing) return "";
    const labels = this.narrowed.map((choice) => choice.label);
    const [start, end] = [sharedStart(labels), sharedEnd(labels)];
    return labels.length === 1 ? start : start ? `${start} …` : end ? `… ${end}` : "";
  });

  /** What a piece would do, as far as all its choices begin alike: "Red die to …". */
  meaning(id: string): string {
    const choices = this.all.filter((choice) => choice.touches?.includes(id) && isPair(choice, this.#kinds));
    const start = sharedStart(choices.map((choice) => choice.label));
    return start && choices.length > 1 ? `${start} …` : start;
  }

  #touched(shows: (chip: Chip, id: string) => boolean): Map<string, number[]> {
    const found = new Map<string, number[]>();
    for (const chip of this.chips) {
      for (const id of new Set(chip.choices.flatMap((choice) => choice.touches ?? []))) {
        if (!this.picked.includes(id) && shows(chip, id)) found.set(id, [...(found.get(id) ?? []), chip.number]);
      }
    }
    return found;
  }

  reset(): void {
    this.picked = [];
    this.group = null;
    this.point(null);
    this.tapped = "";
    this.sent = "";
  }

  /** Light up a piece and all that goes with it. */
  point(id: string | null): void {
    this.pointed = id && this.touching.has(id) ? id : "";
    this.hot = id ? (this.touching.get(id) ?? []) : [];
  }

  /** Take the last pick back; false if there is none. */
  back(): boolean {
    if (this.tapped) this.tapped = "";
    else if (this.group && this.picked.length) this.group = null;
    else if (this.picked.length) this.picked = this.picked.slice(0, -1);
    else if (this.group) this.group = null;
    else return false;
    this.point(null);
    return true;
  }

  /** A chip was chosen: the one choice to send, or nothing if a group was opened. */
  take(chip: Chip): Choice | null {
    if (chip.choices.length === 1) return chip.choices[0]!;
    if (chip.from) this.picked = [...this.picked, chip.from];
    else this.group = chip.choices;
    this.point(null);
    return null;
  }

  /** The one choice that is left once this element is picked, too. */
  completed(id: string): Choice | null {
    const left = this.narrowed.filter((choice) => choice.touches?.includes(id));
    return left.length === 1 && !this.picked.includes(id) ? left[0]! : null;
  }

  /** What can be done with an element alone: nothing if another one has to be picked as well, or was. */
  alone(id: string): Choice[] {
    const choices = this.narrowed.filter((choice) => choice.touches?.includes(id));
    return this.picked.length || choices.some((choice) => isPair(choice, this.#kinds)) ? [] : choices;
  }

  /** An element was chosen: the one choice to send, or nothing if the rest was narrowed. */
  pick(id: string): Choice | null {
    const choice = this.completed(id);
    if (choice) return choice;
    if (this.picked.includes(id)) this.picked = this.picked.filter((one) => one !== id);
    else if (this.touching.has(id)) this.picked = [...this.picked, id];
    else if (this.swaps.has(id)) {
      const goesWith = (one: string) => this.all.some((other) => other.touches?.includes(one) && other.touches.includes(id));
      this.picked = [...this.picked.filter(goesWith), id];
      this.group = null;
    }
    this.point(null);
    return null;
  }
}
