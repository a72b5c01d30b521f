/** All words of the page, in a catalogue for each language: `it.ts` has the same keys as `en.ts`. */

import { en } from "../words/en";
import { language } from "./settings.svelte";

type Whole = keyof typeof en;
/** A key, also without its ending for one or many. */
export type Key = Whole | Stem<Whole>;
type Stem<Name> = Name extends `${infer First}.${"one" | "other"}` ? First : never;

const catalogue: Record<string, string> = language === "it" ? (await import("../words/it")).it : en;
const plural = new Intl.PluralRules(language);

/** A sentence with its gaps filled; with a `count` the form that the language asks for. */
export function say(key: Key, gaps: Record<string, string | number> = {}): string {
  const form = "count" in gaps ? `${key}.${plural.select(Number(gaps.count))}` : key;
  const text = catalogue[form] ?? catalogue[`${key}.other`] ?? catalogue[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(gaps[name] ?? ""));
}

const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** "four minutes ago", as the language says it. */
export function ago(seconds: number): string {
  const passed = Date.now() / 1000 - seconds;
  for (const [unit, size] of STEPS) {
    if (passed >= size) return relative.format(-Math.floor(passed / size), unit);
  }
  return say("just-now");
}

/** "one, two and three", as the language says it. */
export function list(names: string[]): string {
  return new Intl.ListFormat(language).format(names);
}
