/** All pieces of a scene and what they are, those near one's hand first; and which of them are near whoever acts. */

import { acting, areaOf, middle, standing, type Spot } from "./board";
import type { Board, Card, Scene } from "./types";

/** "area" or the type of an element, by id. */
export type Kinds = Map<string, string>;

const FIRST: (keyof Scene)[] = ["near", "right", "seats", "slips", "page", "elements", "below", "left"];

export function kindsOf(scene: Scene): Kinds {
  const found: Kinds = new Map();
  for (const part of FIRST) look(scene[part], found);
  return found;
}

function look(part: unknown, found: Kinds): void {
  if (Array.isArray(part)) for (const one of part) look(one, found);
  else if (part && typeof part === "object") {
    const piece = part as Record<string, unknown>;
    if (typeof piece.id === "string" && !found.has(piece.id)) {
      const kind = piece.type ?? ("between" in piece ? "link" : "seat" in piece ? "panel" : "area");
      found.set(piece.id, String(kind));
    }
    for (const inner of Object.values(piece)) if (typeof inner === "object") look(inner, found);
  }
}

/** What stands on a card, wherever it lies. */
export function wordsOn(scene: Scene, id: string): string {
  let words = "";
  const read = (part: unknown): void => {
    if (Array.isArray(part)) part.forEach(read);
    else if (part && typeof part === "object") {
      const piece = part as { id?: string; lines?: string[]; fine?: string[] };
      if (piece.id === id) words = [...(piece.lines ?? []), ...(piece.fine ?? [])].join(" ");
      else Object.values(part).forEach(read);
    }
  };
  FIRST.forEach((part) => read(scene[part]));
  return words;
}

const BESIDE: (keyof Scene)[] = ["seats", "left", "right", "slips"];

/** A card that lies face up beside the board, small: before anybody's seat, in a column, on a slip. */
export function cardBeside(scene: Scene, id: string): Card | null {
  const find = (part: unknown): Card | null => {
    if (Array.isArray(part)) return part.reduce<Card | null>((found, one) => found ?? find(one), null);
    if (!part || typeof part !== "object") return null;
    const piece = part as Card;
    return piece.id === id && piece.type === "card" && piece.face !== "down" ? piece : find(Object.values(part));
  };
  return find(BESIDE.map((part) => scene[part]));
}

const FAR = 10_000;

/** How far a piece of the board is from whoever acts; what lies on a way from where they stand comes first. */
export function distances(scene: Scene): (id: string) => number {
  const board = scene.elements?.find((thing): thing is Board => thing.type === "board");
  const hero = board && acting(standing(board), scene);
  if (!board || !hero) return () => 0;
  const sockets = new Map((board.sockets ?? []).map((slot) => [slot.id, slot]));
  const here = hero.token.area ?? "";
  return (id) => {
    const slot = sockets.get(id);
    if (!slot && !areaOf(board, id)) return 0;
    const spot: Spot = slot?.at ?? middle(board, slot?.on || id);
    const link = board.links?.find((one) => one.id === slot?.on);
    const isNext = slot ? link?.between.includes(here) : board.links?.some((one) => one.between.includes(here) && one.between.includes(id));
    return Math.hypot(spot[0] - hero.x, spot[1] - hero.y) + (isNext ? 0 : FAR);
  };
}
