/** Choices as chips of the strip: few enough to be read, the nearest first. */

import type { Kinds } from "./pieces";
import { say } from "./words";
import type { Choice } from "./types";

export const MOST_CHIPS = 8;
const LEAST_LISTED = 3;
/** How each of several goes on is said where they are few: the table shows the others. */
const MOST_ENDS = 4;

/** A chip of the strip: one choice, or several of one kind. */
export interface Chip {
  number: number;
  label: string;
  icon: string;
  choices: Choice[];
  /** Of several: how each of them goes on after the label. */
  ends?: string[];
  /** How its label begins, where that is said above all chips and not seen on each. */
  before?: string;
  /** The piece that this chip stands for: it picks it. */
  from?: string;
  /** Those that are further off. */
  isRest?: boolean;
}
type Loose = Omit<Chip, "number">;

/** What is of one kind: what the game calls so, else what has the same verb and begins with the same word. */
const kind = (choice: Choice) => choice.group || `${choice.key.split(" ")[0]} ${choice.label.split(" ")[0]}`;
const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
const single = (choice: Choice, before = ""): Loose => {
  const label = choice.label.startsWith(before) ? choice.label.slice(before.length).trim() : "";
  return { label: label ? (before ? capital(label) : label) : choice.label, before: label ? before : "", icon: choice.icon ?? "", choices: [choice] };
};

/** The words that all labels begin with. */
export function sharedWords(labels: string[]): string {
  const [first = [], ...others] = labels.map((label) => label.split(" "));
  const end = first.findIndex((word, at) => others.some((words) => words[at] !== word));
  return first.slice(0, end < 0 ? first.length : end).join(" ");
}

/** The same without an article at its end, which belongs to what follows: "Go to", not "Go to the". */
export function sharedStart(labels: string[]): string {
  const words = sharedWords(labels).split(" ");
  const articles = say("articles").split(" ");
  while (words.length > 1 && articles.includes(words.at(-1)!)) words.pop();
  return words.join(" ");
}

/** The words that all labels end with. */
export function sharedEnd(labels: string[]): string {
  const turned = (label: string) => label.split(" ").reverse().join(" ");
  return turned(sharedWords(labels.map(turned)));
}

/** A choice is made of pieces of different kinds, such as a die and a socket: they are picked one after the other. */
export const isPair = (choice: Choice, kinds: Kinds): boolean =>
  new Set((choice.touches ?? []).map((id) => kinds.get(id) ?? "")).size > 1;

/** Several as one: the words that they begin with, and how each goes on. */
function gathered(group: Choice[], from?: string): Loose {
  const labels = group.map((one) => one.label);
  const start = sharedStart(labels);
  const label = group[0]!.group || (start && say("ask.group", { what: capital(start) })) || labels.join(", ");
  const ends = start && group.length <= MOST_ENDS ? labels.map((one) => one.slice(start.length).trim()).filter(Boolean) : [];
  return { label, ends, icon: group[0]!.icon ?? "", choices: group, from };
}

/** Choices one by one. Where there are too many, those of one kind are gathered: first the ones that can be picked on the
 * table as well, then the largest groups, and no more than needed. `kindOf` says what is of one kind. */
function fewChips(choices: Choice[], most: number, kindOf: (choice: Choice) => string, isFrom = false): Loose[] {
  const groups = new Map<string, Choice[]>();
  for (const choice of choices) groups.set(kindOf(choice), [...(groups.get(kindOf(choice)) ?? []), choice]);
  const onTable = (group: Choice[]) => Number(group.every((choice) => choice.touches?.length));
  const order = [...groups.values()]
    .filter((group) => group.length > 1 && groups.size > 1)
    .sort((one, other) => onTable(other) - onTable(one) || other.length - one.length);
  const together = new Set<Choice[]>();
  let count = choices.length;
  for (const group of order) {
    if (count <= most) break;
    together.add(group);
    count -= group.length - 1;
  }
  return choices.flatMap((choice) => {
    const group = groups.get(kindOf(choice))!;
    if (!together.has(group)) return [single(choice)];
    return group[0] === choice ? [gathered(group, isFrom ? kindOf(choice) : undefined)] : [];
  });
}

const plainChips = (choices: Choice[], most = MOST_CHIPS) => fewChips(choices, most, kind);

/** The nearest of many, and one chip for all the others. */
function nearest(choices: Choice[], most: number, distance: (choice: Choice) => number, before = ""): Loose[] {
  if (choices.length <= Math.max(LEAST_LISTED, most)) return choices.map((choice) => single(choice, before));
  const sorted = choices.map((choice) => ({ choice, far: distance(choice) })).sort((one, other) => one.far - other.far || 0);
  const listed = sorted.slice(0, Math.max(LEAST_LISTED, most - 1)).map((one) => one.choice);
  const rest = choices.filter((choice) => !listed.includes(choice));
  return [
    ...listed.map((choice) => single(choice, before)),
    { label: say("ask.rest", { count: rest.length }), icon: "", choices: rest, isRest: true },
  ];
}

export interface Given {
  /** What can be chosen, after what was picked. */
  choices: Choice[];
  /** What can be done besides, while pieces are being picked. */
  others: Choice[];
  picked: string[];
  kinds: Kinds;
  far: (id: string) => number;
  /** All of them, because a group was opened. */
  isOpen: boolean;
}

export function chipsOf({ choices, others, picked, kinds, far, isOpen }: Given): Chip[] {
  const pairs = choices.filter((choice) => isPair(choice, kinds));
  const plain = [...choices.filter((choice) => !pairs.includes(choice)), ...others];
  const free = (choice: Choice) => (choice.touches ?? []).filter((id) => !picked.includes(id));
  const distance = (choice: Choice) => Math.min(...free(choice).map(far).filter((one) => one > 0), Infinity);
  const isOnBoard = (choice: Choice) => free(choice).some((id) => ["area", "slot"].includes(kinds.get(id) ?? ""));
  const first = (choice: Choice) => free(choice)[0] ?? "";
  let found: Loose[];
  if (new Set(pairs.map(first)).size > 1 && pairs.some((choice) => free(choice).length > 1)) {
    const firsts = fewChips(pairs, MOST_CHIPS - plain.length, first, true);
    found = [...firsts, ...plainChips(plain, MOST_CHIPS - firsts.length)];
  } else if (pairs.length) {
    const rest = plainChips(plain, MOST_CHIPS - LEAST_LISTED - 1);
    const shared = pairs.length > 1 ? sharedStart(pairs.map((choice) => choice.label)) : "";
    found = [...nearest(pairs, isOpen ? Infinity : MOST_CHIPS - rest.length, distance, shared), ...rest];
  } else {
    found = plainChips(plain);
    const isMany = found.length > MOST_CHIPS && !isOpen && plain.every((choice) => choice.aside || isOnBoard(choice) || !choice.touches?.length);
    if (isMany) {
      const there = plain.filter(isOnBoard);
      const rest = plainChips(plain.filter((choice) => !isOnBoard(choice)), MOST_CHIPS - LEAST_LISTED - 1);
      found = [...nearest(there, MOST_CHIPS - rest.length, distance), ...rest];
    }
  }
  return found.map((chip, at) => ({ number: at + 1, ...chip }));
}
