/** A seat whose cards lie slid under that of its hero: what shows at the left of it, and at the right. */

import type { Card, Counter, Panel } from "./types";

export interface Pack {
  hero: Card | undefined;
  skills: Counter[];
  /** From the hero outwards. */
  left: Card[];
  right: Card[];
  /** How many of how many lie on each side. */
  names: { left: string; right: string };
  rest: NonNullable<Panel["things"]>;
}

export const isPack = (panel: Panel): boolean => !!panel.things?.some((thing) => thing.type === "card" && thing.kind === "hero");

export function packOf(panel: Panel): Pack {
  const things = panel.things ?? [];
  const rows = things.flatMap((thing) => (thing.type === "row" && thing.slid ? [thing] : []));
  const cards = (shows: Card["shows"]) => rows.flatMap((row) => (row.things ?? []).flatMap((one) => (one.type === "card" && one.shows === shows ? [one] : [])));
  const nameOf = (shows: Card["shows"]) => rows.find((row) => row.things?.some((one) => one.type === "card" && one.shows === shows))?.name ?? "";
  const hero = things.find((thing): thing is Card => thing.type === "card" && thing.kind === "hero");
  const skills = things.filter((thing): thing is Counter => thing.type === "counter");
  const rest = things.filter((thing) => thing !== hero && thing.type !== "counter" && !(thing.type === "row" && thing.slid));
  return { hero, skills, left: cards("left"), right: cards("right"), names: { left: nameOf("left"), right: nameOf("right") }, rest };
}
