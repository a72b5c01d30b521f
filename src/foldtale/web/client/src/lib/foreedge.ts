/** What is drawn on the fore-edge: which page edges, marks, labels and pictures have room. */

import { answersOf, momentAfter } from "./tale";
import type { Told } from "./types";

const APART = 7;
const MARK_APART = 14;
const LETTER = 8.4;
const MOST_ICONS = 12;
const ICON_ROOM = 52;

export interface Mark {
  moment: number;
  label: string;
}

/** Moments whose page edges are drawn. */
export function edgesOf(first: number, last: number, width: number): number[] {
  const most = Math.max(2, Math.floor(width / APART));
  const stride = Math.max(1, Math.ceil((last - first + 1) / most));
  const edges: number[] = [];
  for (let moment = first; moment <= last; moment += stride) edges.push(moment);
  return edges;
}

/** "Round 4: the Players' Phase." in short: "Round 4". */
const shortOf = (text: string) => text.split(/[:.,;!?]/)[0]!.trim();

/** Headings as marks, with labels where there is room: those that stand alone first, "Round 1, 2, 3" for rows of them. */
export function marksOf(told: Told[], first: number, xOf: (moment: number) => number, end: number): Mark[] {
  const answers = answersOf(told);
  const headings = told.flatMap((one, at) => (one.heading ? [{ moment: momentAfter(answers[at]!, first), text: shortOf(one.text) }] : []));
  const counts = new Map<string, number>();
  for (const { text } of headings) counts.set(text, (counts.get(text) ?? 0) + 1);
  const stems = new Map<string, number>();
  const marks = new Map<number, Mark>();
  const taken: [number, number][] = [];
  const stemOf = (text: string) => text.match(/^(.*\D)\d+$/)?.[1] ?? "";
  for (const { text } of headings) stems.set(stemOf(text), (stems.get(stemOf(text)) ?? 0) + 1);
  const rank = (text: string) => ((stems.get(stemOf(text)) ?? 0) > 1 && stemOf(text) ? 0 : counts.get(text) === 1 ? 1 : 2);
  const named = new Set<string>();
  for (const { moment, text } of [...headings].sort((one, other) => rank(one.text) - rank(other.text) || one.moment - other.moment)) {
    const stem = rank(text) === 0 ? stemOf(text) : "";
    const label = stem && named.has(stem) ? text.slice(stem.length) : text;
    const half = (label.length * LETTER) / 2;
    const at = Math.min(Math.max(xOf(moment), half), end - half);
    const isFree = rank(text) < 2 && taken.every(([from, to]) => at + half + 10 < from || at - half - 10 > to);
    if (isFree) {
      taken.push([at - half, at + half]);
      named.add(stem);
    }
    const isCrowded = !isFree && [...marks.values()].some((mark) => Math.abs(xOf(mark.moment) - xOf(moment)) < MARK_APART);
    if (!marks.get(moment)?.label && !isCrowded) marks.set(moment, { moment, label: isFree ? label : "" });
  }
  return [...marks.values()].sort((one, other) => one.moment - other.moment);
}

export interface Picture {
  moment: number;
  icon: string;
}

/** Pictures of notable steps: in each stretch the rarest one; none where `free` says that something else stands. */
export function picturesOf(told: Told[], first: number, last: number, width: number, free: (moment: number) => boolean): Picture[] {
  const answers = answersOf(told);
  const counts = new Map<string, number>();
  for (const { icon } of told) if (icon) counts.set(icon, (counts.get(icon) ?? 0) + 1);
  const most = Math.max(1, Math.min(MOST_ICONS, Math.floor(width / ICON_ROOM)));
  const size = (last - first + 1) / most;
  const best = new Map<number, Picture>();
  told.forEach(({ icon, heading }, at) => {
    const moment = momentAfter(answers[at]!, first);
    if (!icon || heading || moment > last || !free(moment)) return;
    const stretch = Math.floor((moment - first) / size);
    const before = best.get(stretch);
    if (!before || counts.get(icon)! < counts.get(before.icon)!) best.set(stretch, { moment, icon });
  });
  const least = (size * 2) / 3;
  const row = [...best.values()].sort((one, other) => one.moment - other.moment);
  return row.filter(({ moment }, at) => at === 0 || moment - row[at - 1]!.moment >= least);
}
