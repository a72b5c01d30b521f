/** A table whose cards lie in a row of places below the book, with columns on both sides. */

import type { Row, Scene } from "./types";

const LEAST = 4;
type Laid = NonNullable<Scene["below"]>[number];

export const isRiver = (thing: Laid): thing is Row =>
  thing.type === "row" && !thing.columns && (thing.things?.length ?? 0) >= LEAST && !!thing.things?.every((one) => one.type === "slot");

export const hasRiver = (scene: Scene): boolean => !!scene.below?.some(isRiver);
