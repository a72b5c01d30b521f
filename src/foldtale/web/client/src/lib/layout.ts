/** What a scene tells about how its table is laid. */

import { MediaQuery } from "svelte/reactivity";
import type { Page, Row, Scene } from "./types";

/** What a phone shows at a time. */
export type Tab = "scene" | "page" | "market" | "gates" | "heroes" | "tale";

/** A window in which one thing is seen at a time. */
export const phone = new MediaQuery("max-width: 700px");

/** No story is open: the board takes the whole book. */
export const isMap = (scene: Scene): boolean => !scene.page && !!scene.elements?.some((thing) => thing.type === "board");

const LEAST = 4;
type Laid = NonNullable<Scene["below"]>[number];

/** Places for cards side by side, below the book. */
export const isRiver = (thing: Laid): thing is Row =>
  thing.type === "row" && !thing.columns && (thing.things?.length ?? 0) >= LEAST && !!thing.things?.every((one) => one.type === "slot");

export const hasRiver = (scene: Scene): boolean => !!scene.below?.some(isRiver);

/** Cards side by side that are looked at more or less. */
export const isRank = (row: Row): boolean => ["near", "middle", "far"].includes(row.look ?? "");

export const hasRanks = (scene: Scene): boolean => !!scene.elements?.some((thing) => thing.type === "row" && isRank(thing));

/** Where a phone with tabs of its own shows what can be chosen now. */
export function tabsTouched(scene: Scene, touching: Map<string, unknown>): Tab[] {
  const isThere = (part: unknown): boolean =>
    !!part && typeof part === "object" && (touching.has((part as { id?: string }).id ?? "") || Object.values(part).some(isThere));
  const [boards, others] = [[] as unknown[], [] as unknown[]];
  for (const thing of scene.elements ?? []) (thing.type === "board" ? boards : others).push(thing);
  const parts: [Tab, unknown][] = [["scene", others], ["market", scene.left], ["gates", boards], ["heroes", scene.seats]];
  return parts.filter(([, part]) => isThere(part)).map(([tab]) => tab);
}

const LONG = 1100;

/** A page that is being read, and so long that it takes both sides of the book. */
export const isLong = (page: Page | null | undefined): boolean => !!page?.alone && (page.prose ?? []).join("").length > LONG;

/** What is asked is chosen by the words of the open page. */
export const asksOnPage = (scene: Scene): boolean => !!scene.ask?.note && [scene.page?.title, scene.page?.label].includes(scene.ask.note);
