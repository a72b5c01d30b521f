/** How a table is laid: the first layout that fits the scene. A new one is a component and a line in `LAYOUTS`. */

import type { Component, Snippet } from "svelte";
import { hasTiles } from "../../lib/tiles";
import { hasRanks, hasRiver, isLong, isMap, type Tab } from "../../lib/layout";
import type { Scene } from "../../lib/types";
import BookLayout from "./BookLayout.svelte";
import MapLayout from "./MapLayout.svelte";
import RanksLayout from "../ranks/RanksLayout.svelte";
import RiverLayout from "./RiverLayout.svelte";
import TilesLayout from "./TilesLayout.svelte";

export interface LayoutProps {
  scene: Scene;
  /** What a phone shows now; "" where everything is seen at once. */
  tab: Tab | "";
  isPast: boolean;
  /** What happened while one was away, in place of the open page. */
  letter?: Snippet;
  /** What came of the last answer. */
  outcome: Snippet;
  /** Hangs over the board while one looks back. */
  sign: Snippet;
  /** The tale so far, with its title seen or only heard. */
  tale: Snippet<[isUntitled?: boolean]>;
}

/** `isLow`: the letter and the question have little room; `hasCards`: the second tab of a phone shows cards;
 * `tabs`: those of a phone, where they are others; `holdsNear`: what is near one's hand lies in it, and not in the question. */
interface Layout {
  Table: Component<LayoutProps>;
  fits: (scene: Scene, hasLetter: boolean) => boolean;
  isLow?: boolean;
  hasCards?: boolean;
  tabs?: Tab[];
  holdsNear?: boolean;
}

const LAYOUTS: Layout[] = [
  { Table: TilesLayout, fits: hasTiles, holdsNear: true },
  { Table: RanksLayout, fits: hasRanks, isLow: true, tabs: ["scene", "market", "gates", "heroes", "tale"], holdsNear: true },
  { Table: MapLayout, fits: (scene, hasLetter) => !hasLetter && isMap(scene), hasCards: true },
  { Table: RiverLayout, fits: (scene) => hasRiver(scene) && !isLong(scene.page), isLow: true },
  { Table: BookLayout, fits: () => true },
];

export const layoutOf = (scene: Scene, hasLetter: boolean): Layout => LAYOUTS.find((one) => one.fits(scene, hasLetter))!;
