/** What can be chosen now: numbered, narrowed step by step, the same on the board and in the strip. */

import { say } from "./words";
import type { Choice, Scene } from "./types";

export const MOST_CHIPS = 8;

/** A chip of the strip: one choice, or several of one kind. */
export interface Chip {
  number: number;
  label: string;
  icon: string;
  choices: Choice[];
}

const verb = (choice: Choice) => choice.group || choice.key.split(" ")[0]!;

/** The words that all labels begin with. */
function sharedWords(labels: string[]): string {
  const [first = [], ...others] = labels.map((label) => label.split(" "));
  const end = first.findIndex((word, at) => others.some((words) => words[at] !== word));
  return first.slice(0, end < 0 ? first.length : end).join(" ");
}

/** Choices as chips. Where there are too many, those of one verb are gathered: first the ones that can be picked on the
 * table as well, then the largest groups, and no more than needed. */
export function chipsOf(choices: Choice[]): Chip[] {
  const groups = new Map<string, Choice[]>();
  for (const choice of choices) groups.set(verb(choice), [...(groups.get(verb(choice)) ?? []), choice]);
  const onTable = (group: Choice[]) => Number(group.every((choice) => choice.touches?.length));
  const order = [...groups.values()]
    .filter((group) => group.length > 1 && groups.size > 1)
    .sort((one, other) => onTable(other) - onTable(one) || other.length - one.length);
  const gathered = new Set<Choice[]>();
  let count = choices.length;
  for (const group of order) {
    if (count <= MOST_CHIPS) break;
    gathered.add(group);
    count -= group.length - 1;
  }
  const chips: Omit<Chip, "number">[] = [];
  for (const choice of choices) {
    const group = groups.get(verb(choice))!;
    if (!gathered.has(group)) chips.push({ label: choice.label, icon: choice.icon ?? "", choices: [choice] });
    else if (group[0] === choice) {
      const what = sharedWords(group.map((one) => one.label)) || say("ask.others");
      chips.push({ label: say("ask.group", { what, count: group.length }), icon: choice.icon ?? "", choices: group });
    }
  }
  return chips.map((chip, at) => ({ number: at + 1, ...chip }));
}

export class Options {
  /** Elements picked so far, and the group opened. */
  picked: string[] = $state([]);
  group: Choice[] | null = $state.raw(null);
  /** Numbers of chips that are pointed at. */
  hot: number[] = $state([]);
  /** A tap has chosen this on the board; another tap sends it. */
  tapped = $state("");
  sent = $state("");

  #scene: () => Scene;
  constructor(scene: () => Scene) {
    this.#scene = scene;
  }

  all = $derived.by(() => this.#scene().ask?.choices ?? []);
  narrowed = $derived.by(() => {
    const base = this.group ?? this.all;
    return base.filter((choice) => this.picked.every((id) => choice.touches?.includes(id)));
  });
  /** Choices that are all numbers are chosen on a stepper. */
  isStepper = $derived(this.all.length > 2 && this.all.every((choice) => typeof choice.value === "number"));
  chips = $derived(chipsOf(this.narrowed));
  /** Which chips touch an element. */
  touching = $derived.by(() => {
    const found = new Map<string, number[]>();
    for (const chip of this.chips) {
      for (const id of new Set(chip.choices.flatMap((choice) => choice.touches ?? []))) {
        if (!this.picked.includes(id)) found.set(id, [...(found.get(id) ?? []), chip.number]);
      }
    }
    return found;
  });
  lit = $derived.by(() => {
    const chips = this.chips.filter((chip) => this.hot.includes(chip.number));
    return new Set([...this.picked, ...chips.flatMap((chip) => chip.choices.flatMap((choice) => choice.touches ?? []))]);
  });

  reset(): void {
    this.picked = [];
    this.group = null;
    this.hot = [];
    this.tapped = "";
    this.sent = "";
  }

  /** Take the last pick back; false if there is none. */
  back(): boolean {
    if (this.tapped) this.tapped = "";
    else if (this.picked.length) this.picked = this.picked.slice(0, -1);
    else if (this.group) this.group = null;
    else return false;
    this.hot = [];
    return true;
  }

  /** A chip was chosen: the one choice to send, or nothing if a group was opened. */
  take(chip: Chip): Choice | null {
    if (chip.choices.length === 1) return chip.choices[0]!;
    this.group = chip.choices;
    this.hot = [];
    return null;
  }

  /** An element was chosen: the one choice to send, or nothing if the rest was narrowed. */
  pick(id: string): Choice | null {
    if (this.picked.includes(id)) {
      this.picked = this.picked.filter((one) => one !== id);
      return null;
    }
    const left = this.narrowed.filter((choice) => choice.touches?.includes(id));
    if (left.length === 0) return null;
    if (left.length === 1) return left[0]!;
    this.picked = [...this.picked, id];
    this.hot = [];
    return null;
  }
}
