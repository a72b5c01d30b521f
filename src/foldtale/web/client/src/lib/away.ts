/** What a reader has seen of a table, and the letter about what they have missed. */

import { recall, remember } from "./settings.svelte";
import { answersOf, momentAfter } from "./tale";
import type { Told } from "./types";

export const MOST_NEWS = 7;

/** How many sentences of a match were seen, and when, in seconds since 1970. */
export interface Look {
  match: number;
  count: number;
  when: number;
}

const key = (table: string, seat: number) => `seen.${table}.${seat}`;

export function markSeen(table: string, seat: number, match: number, count: number, when = Date.now() / 1000): void {
  remember(key(table, seat), { match, count, when } satisfies Look);
}

/** The last look at this match; nothing of it was seen if the last look was at an earlier one; null without any look. */
export function lastSeen(table: string, seat: number, match: number): Look | null {
  const look = recall<Look | null>(key(table, seat), null);
  return look && look.match !== match ? { ...look, match, count: 0 } : look;
}

export interface News {
  text: string;
  /** The moment that shows it. */
  number: number;
}

/** What matters most of what was told since, in its order: the rare before the frequent, and no headings, no trifles. */
export function letter(told: Told[], seenCount: number, first = 1): News[] {
  const answers = answersOf(told);
  const all = told.map((one, at) => ({ one, at, sort: one.icon ?? "", moment: momentAfter(answers[at]!, first) }));
  const counts = new Map<string, number>();
  for (const { sort } of all) counts.set(sort, (counts.get(sort) ?? 0) + 1);
  const left = all.slice(seenCount).filter(({ one }) => !one.heading && !one.trifle);
  const last = left[left.length - 1];
  const picked: typeof left = [];
  const worth = (each: (typeof left)[number]) =>
    (each.sort ? 2 : 0) +
    4 / (1 + Math.log2(counts.get(each.sort)!)) +
    Math.min(1, each.one.text.length / 60) +
    (each === last ? 4 : 0) -
    picked.filter(({ sort }) => sort === each.sort).length -
    picked.filter(({ moment }) => moment === each.moment).length / 2;
  while (left.length && picked.length < MOST_NEWS) {
    const best = left.reduce((one, other) => (worth(other) > worth(one) ? other : one));
    picked.push(best);
    left.splice(left.indexOf(best), 1);
  }
  return picked.sort((one, other) => one.at - other.at).map(({ one, moment }) => ({ text: one.text, number: moment }));
}
