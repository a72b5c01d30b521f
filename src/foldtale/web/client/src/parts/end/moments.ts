/** What a last page tells of how a match came to its end. */

import { letter } from "../../lib/away";
import type { Told } from "../../lib/types";

/** As the service may mark it: a summary leaves it out. */
type Marked = Told & { trifle?: boolean };

const ENOUGH = 6;
/** A sentence of more letters is no summary. */
const SHORT = 150;
/** Where a tale has no headings, it is told from here on. */
const LONGEST = 80;

/** The few sentences that matter since the last heading but one, or since an earlier one if too little was told since then; the last is always among them. */
export function moments(told: Told[]): Told[] {
  const kept = told.filter((one: Marked) => !one.trifle && one.text.length <= SHORT);
  const end = kept.findLastIndex((one) => !one.heading);
  const before = kept.slice(0, Math.max(0, end));
  const headings = kept.flatMap((one, at) => (one.heading ? [at] : [])).slice(0, -1);
  const from = headings.findLast((at) => before.slice(at).filter((one) => !one.heading).length >= ENOUGH) ?? Math.max(0, before.length - LONGEST);
  let at = from;
  const picked = letter(before, from).map(({ text }) => {
    while (before[at]!.heading || before[at]!.text !== text) at += 1;
    return before[at++]!;
  });
  return [...picked, ...kept.slice(end, end + 1)];
}
