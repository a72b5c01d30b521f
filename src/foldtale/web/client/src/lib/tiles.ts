/** A board of tiles: cells of a grid, how they meet, and the part of it that is seen. */

import type { Area, Board, Clue, Link, Mark, Picture, Scene } from "./types";

/** How wide a cell is drawn. */
export const TILE = 160;
/** left, top, width, height */
export type Box = [number, number, number, number];

export const isTiled = (board: Board): boolean => !!board.areas?.some((area) => area.look === "tile");
export const hasTiles = (scene: Scene): boolean => !!scene.elements?.some((thing) => thing.type === "board" && isTiled(thing));

type Laid = NonNullable<Scene["left"]>[number];
/** What all look at again and again lies beside the map: a ring, a stack of which is known what is left, and its discards. */
export function isShelved(scene: Scene, thing: Laid): boolean {
  const laid = [...(scene.left ?? []), ...(scene.below ?? [])];
  const counted = laid.flatMap((one) => (one.type === "stack" && one.left?.length ? [one.kind] : []));
  return (thing.type === "track" && !!thing.ring) || (thing.type === "stack" && counted.includes(thing.kind));
}

export const cellAt = (area: Area): [number, number] => [(area.cell?.[0] ?? 0) * TILE, (area.cell?.[1] ?? 0) * TILE];
export const cutsOf = (scene: Scene | undefined, id: string | undefined): Picture["cuts"] => (id ? scene?.pictures?.find((one) => one.id === id)?.cuts : undefined);

/** Clues as one reads: line by line, and from left to right. */
const LINE = 48;
export const inOrder = (clues: Clue[] | undefined): Clue[] => {
  const line = (clue: Clue) => Math.floor((clue.at?.[1] ?? 0) / LINE);
  return [...(clues ?? [])].sort((one, other) => line(one) - line(other) || (one.at?.[0] ?? 0) - (other.at?.[0] ?? 0));
};

/** All cells that are seen or named. */
export function extentOf(board: Board): Box {
  const cells = (board.areas ?? []).filter((area) => area.cell).map(cellAt);
  const [xs, ys] = [cells.map(([x]) => x), cells.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return [left, top, Math.max(...xs) + TILE - left, Math.max(...ys) + TILE - top];
}

const holds = (outer: Box, inner: Box) =>
  outer[0] <= inner[0] && outer[1] <= inner[1] && outer[0] + outer[2] >= inner[0] + inner[2] && outer[1] + outer[3] >= inner[1] + inner[3];
const LEAST_CELLS = 3;
const PAD = 14;

/** The part of the board that shows all of it in a window of this shape: as before, if that still holds everything. */
export function fitted(extent: Box, ratio: number, before: Box | null): Box {
  const wished: Box = [extent[0] - PAD, extent[1] - PAD, extent[2] + 2 * PAD, extent[3] + 2 * PAD];
  if (before && Math.abs(before[2] / before[3] - ratio) < 0.01 && holds(before, wished)) return before;
  const [x, y] = [wished[0] + wished[2] / 2, wished[1] + wished[3] / 2];
  const high = Math.max(wished[3], wished[2] / ratio, LEAST_CELLS * TILE);
  return [x - (high * ratio) / 2, y - high / 2, high * ratio, high];
}

/** A window of this width around a point, that stays on the board if it can. */
export function around(extent: Box, [x, y]: [number, number], wide: number, ratio: number): Box {
  const high = wide / ratio;
  const within = (at: number, size: number, least: number, room: number) => (size >= room ? least + (room - size) / 2 : Math.max(least, Math.min(least + room - size, at - size / 2)));
  return [within(x, wide, extent[0] - PAD, extent[2] + 2 * PAD), within(y, high, extent[1] - PAD, extent[3] + 2 * PAD), wide, high];
}

export type Edge = "north" | "east" | "south" | "west";
export const WAYS: Record<Edge, [number, number]> = { north: [0, -1], east: [1, 0], south: [0, 1], west: [-1, 0] };
export const edgeOf = (mark: Mark): Edge | "" => mark.edge ?? "";

/** How two tiles meet, if they do. */
export function meeting(board: Board, one: Area, way: Edge): { link: Link; other: Area } | null {
  const [dx, dy] = WAYS[way];
  const [x, y] = one.cell ?? [0, 0];
  const other = board.areas?.find((area) => area.look === "tile" && area.cell?.[0] === x + dx && area.cell?.[1] === y + dy);
  const link = other && board.links?.find((line) => line.between.includes(one.id) && line.between.includes(other.id));
  return other && link ? { link, other } : null;
}

/** Whether a half-circle is answered by the one across the seam. */
export const isClosed = (board: Board, area: Area, mark: Mark): boolean => {
  const way = edgeOf(mark);
  return way !== "" && meeting(board, area, way)?.link.look === "stitched";
};

/** A name on at most two lines, without what follows a comma. */
export function lettered(name: string, most: number): string[] {
  const short = name.split(",")[0]!;
  if (short.length <= most || !short.includes(" ")) return [short];
  const gaps = [...short.matchAll(/ /g)].map((gap) => gap.index);
  const middle = gaps.reduce((best, gap) => (Math.abs(gap - short.length / 2) < Math.abs(best - short.length / 2) ? gap : best));
  return [short.slice(0, middle), short.slice(middle + 1)];
}
