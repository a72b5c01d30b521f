/** Choices as chips of the strip: few enough to be read, the nearest first. */

import type { Kinds } from "./pieces";
import { say } from "./words";
import type { Choice } from "./types";

export const MOST_CHIPS = 8;
const LEAST_LISTED = 3;

/** A chip of the strip: one choice, or several of one kind. */
export interface Chip {
  number: number;
  label: string;
  icon: string;
  choices: Choice[];
  /** How its label begins, where that is said above all chips and not seen on each. */
  before?: string;
  /** The piece that this chip stands for: it picks it. */
  from?: string;
  /** Those that are further off. */
  isRest?: boolean;
}
type Loose = Omit<Chip, "number">;

const verb = (choice: Choice) => choice.group || choice.key.split(" ")[0]!;
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

/** The words that all labels end with. */
export function sharedEnd(labels: string[]): string {
  const turned = (label: string) => label.split(" ").reverse().join(" ");
  return turned(sharedWords(labels.map(turned)));
}

/** A choice is made of pieces of different kinds, such as a die and a socket: they are picked one after the other. */
export const isPair = (choice: Choice, kinds: Kinds): boolean =>
  new Set((choice.touches ?? []).map((id) => kinds.get(id) ?? "")).size > 1;

function gathered(group: Choice[]): Loose {
  const what = sharedWords(group.map((one) => one.label)) || say("ask.others");
  return { label: say("ask.group", { what: capital(what), count: group.length }), icon: group[0]!.icon ?? "", choices: group };
}

/** Choices one by one. Where there are too many, those of one verb are gathered: first the ones that can be picked on the
 * table as well, then the largest groups, and no more than needed. */
export function plainChips(choices: Choice[], most = MOST_CHIPS): Loose[] {
  const groups = new Map<string, Choice[]>();
  for (const choice of choices) groups.set(verb(choice), [...(groups.get(verb(choice)) ?? []), choice]);
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
    const group = groups.get(verb(choice))!;
    if (!together.has(group)) return [single(choice)];
    return group[0] === choice ? [gathered(group)] : [];
  });
}

/** The nearest of many, and one chip for all the others. */
function nearest(choices: Choice[], most: number, distance: (choice: Choice) => number, before = ""): Loose[] {
  if (choices.length <= most) return choices.map((choice) => single(choice, before));
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
  const firsts = new Map<string, Choice[]>();
  for (const choice of pairs) {
    const first = free(choice)[0] ?? "";
    firsts.set(first, [...(firsts.get(first) ?? []), choice]);
  }
  let found: Loose[];
  if (pairs.length > 1 && firsts.size > 1 && pairs.some((choice) => free(choice).length > 1)) {
    const dice = [...firsts].map(([from, group]) => (group.length > 1 ? { ...gathered(group), from } : single(group[0]!)));
    found = [...dice, ...plainChips(plain, MOST_CHIPS - dice.length)];
  } else if (pairs.length) {
    const rest = plainChips(plain, MOST_CHIPS - LEAST_LISTED - 1);
    const shared = pairs.length > 1 ? sharedWords(pairs.map((choice) => choice.label)) : "";
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
