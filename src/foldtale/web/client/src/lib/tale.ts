/** Which step of the match a sentence of the tale belongs to. */

import type { Told } from "./types";

/** The answer that each sentence follows from; 0 before the first. A sentence without a number goes with the one before. */
export function answersOf(told: Told[]): number[] {
  let answer = 0;
  return told.map((one) => (answer = one.number || answer));
}

/** The moment at which what followed from an answer is first seen. */
export const momentAfter = (answer: number, first = 1): number => Math.max(first, answer + 1);

/** How many sentences had been told at a moment. */
export function countAt(answers: number[], moment: number): number {
  const next = answers.findIndex((answer) => answer >= moment);
  return next < 0 ? answers.length : next;
}

export interface Part {
  heading: string;
  from: number;
  told: Told[];
}

/** The tale in parts, each with the heading it begins with; `from` counts the sentences before it. */
export function partsOf(told: Told[], from = 0): Part[] {
  const parts: Part[] = [];
  told.forEach((one, at) => {
    if (one.heading) parts.push({ heading: one.text, from: from + at + 1, told: [] });
    else if (parts.length) parts[parts.length - 1]!.told.push(one);
    else parts.push({ heading: "", from: from + at, told: [one] });
  });
  return parts;
}

export interface Turn {
  /** The bot whose turn it is, or -1. */
  bot: number;
  from: number;
  told: Told[];
}

/** For each sentence the bot from whose answer it follows, or -1. */
export function botsOf(told: Told[], bots: number[]): number[] {
  let bot = -1;
  return told.map((one) => (bot = !one.number ? bot : bots.includes(one.seat ?? -1) ? one.seat! : -1));
}

/** The sentences of a part in turns: those that follow from answers of one bot go together; `by` says for the whole tale whose they are. */
export function turnsOf({ told, from }: Part, by: number[]): Turn[] {
  const turns: Turn[] = [];
  told.forEach((one, at) => {
    const bot = by[from + at] ?? -1;
    const last = turns.at(-1);
    if (last?.bot === bot) last.told.push(one);
    else turns.push({ bot, from: from + at, told: [one] });
  });
  return turns;
}

/** The sentence that stands for a turn. */
export const gist = (told: Told[]): Told => told.findLast((one) => !one.trifle) ?? told[0]!;

export interface Cut {
  text: string;
  isName: boolean;
}

/** Cuts sentences at names, so that they can be set apart. */
export function cutterAt(names: string[]): (text: string) => Cut[] {
  const known = names.filter(Boolean).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (!known.length) return (text) => [{ text, isName: false }];
  const between = new RegExp(`(?<![\\p{L}\\d])(${known.join("|")})(?![\\p{L}\\d])`, "u");
  return (text) => text.split(between).map((piece, at) => ({ text: piece, isName: at % 2 === 1 })).filter((piece) => piece.text);
}

const MUCH = 3;

/** What came of the last answer, where it is much and follows from a later answer than the one `seen`. */
export function meanwhile(told: Told[], seen: number): Told[] {
  const answers = answersOf(told);
  const last = answers.at(-1) ?? 0;
  const news = told.filter((one, place) => answers[place] === last && !one.trifle);
  const hasHeading = news.some((one) => one.heading);
  const isMuch = last > seen && news.length >= (hasHeading ? 2 : MUCH) && news.some((one) => !one.heading);
  return isMuch ? news : [];
}
