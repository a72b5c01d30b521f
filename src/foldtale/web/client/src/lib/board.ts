/** Where things stand on a board, and how it is said. */

import { dieSaid } from "./dice";
import { panelOf } from "./seats";
import { list, say } from "./words";
import type { Area, Board, Link, Scene, Slot, Token } from "./types";

export type Spot = [number, number];

export interface Standing {
  token: Token;
  x: number;
  y: number;
}

const APART = 46;
const SIGN = { high: 46, least: 112, before: 40, after: 12, letter: 7, plain: 8.6, tag: 26, dot: 15, edge: 7, head: 66, rounds: 24 };
const MOST_SAID = 16;
export const MOST_DOTS = 6;

/** Every token with its place: where the scene says, else beside the others of its area. */
export function standing(board: Board): Standing[] {
  const areas = new Map((board.areas ?? []).map((area) => [area.id, area]));
  const loose = new Map<string, number>();
  const placed = (board.tokens ?? []).map((token) => {
    if (token.at) return { token, x: token.at[0], y: token.at[1] };
    const [x, y] = areas.get(token.area ?? "")?.at ?? [0, 0];
    const before = loose.get(token.area ?? "") ?? 0;
    loose.set(token.area ?? "", before + 1);
    const up = isSign(areas.get(token.area ?? "")) ? -SIGN.high : APART / 2;
    return { token, x: x + (before % 2 ? 1 : -1) * Math.ceil(before / 2) * APART, y: y - up };
  });
  return placed.sort((one, other) => one.y - other.y);
}

/** Whoever acts: of the seat that is asked, or else of one's own, the token that the question is about, the one whose turn it is, or the first. */
export function acting(placed: Standing[], scene: Scene): Standing | undefined {
  const asked = scene.ask?.seat ?? -1;
  const seat = asked >= 0 ? asked : scene.you;
  const own = placed.filter((one) => one.token.seat === seat);
  const called = (name?: string) => own.find((one) => one.token.name === name);
  return called(scene.ask?.note) ?? called(panelOf(scene, seat)?.name) ?? own[0];
}

export function areaOf(board: Board, id: string): Area | undefined {
  return board.areas?.find((area) => area.id === id);
}

export const isSign = (area: Area | undefined): boolean => area?.look === "sign" && !area.outline;

/** What was stuck to a sign, in as few words as there is room for. */
export const tagSaid = (text: string): string => (text.length > MOST_SAID ? `${text.slice(0, MOST_SAID).trimEnd()}…` : text);

/** How wide and high a sign is: its icon, its name, and what is counted on it. */
export function signSize(area: Area, isPlain: boolean): Spot {
  const letter = isPlain ? SIGN.plain : SIGN.letter;
  const tags = (area.tags ?? []).filter((tag) => tag.icon).length * SIGN.tag;
  const said = Math.max(0, ...(area.tags ?? []).filter((tag) => !tag.icon).map((tag) => tagSaid(tag.text).length * letter));
  const words = area.name.length * letter;
  const dots = (area.counters ?? []).reduce((sum, one) => sum + Math.min(MOST_DOTS, one.of ?? one.count) * SIGN.dot + 8, 0);
  return [Math.max(SIGN.least, SIGN.before + Math.max(words, dots + said) + SIGN.after + tags), SIGN.high];
}

/** The board with its signs hung so that each is seen whole: inside the frame, below what runs along its top, none over another. */
export function hang(board: Board, grow: number, isPlain: boolean): Board {
  const [left, top, width, height] = board.frame ?? [0, 0, 1000, 700];
  const head = board.tracks?.length ? SIGN.head : 0;
  const signs = (board.areas ?? []).filter(isSign).map((area) => {
    const [wide, high] = signSize(area, isPlain).map((one) => (one * grow) / 2 + SIGN.edge) as Spot;
    return { id: area.id, x: (area.at ?? [0, 0])[0], y: (area.at ?? [0, 0])[1], wide, high };
  });
  for (let round = 0; round < SIGN.rounds; round++) {
    for (const one of signs) {
      for (const other of signs) {
        const [dx, dy] = [other.x - one.x, other.y - one.y];
        const [overX, overY] = [one.wide + other.wide - Math.abs(dx), one.high + other.high - Math.abs(dy)];
        if (one === other || overX <= 0 || overY <= 0) continue;
        const [byX, byY] = overY <= overX ? [0, (overY / 2) * (dy < 0 ? -1 : 1)] : [(overX / 2) * (dx < 0 ? -1 : 1), 0];
        [one.x, one.y, other.x, other.y] = [one.x - byX, one.y - byY, other.x + byX, other.y + byY];
      }
      one.x = Math.max(left + one.wide, Math.min(left + width - one.wide, one.x));
      one.y = Math.max(top + head + one.high, Math.min(top + height - one.high, one.y));
    }
  }
  const spots = new Map(signs.map((one) => [one.id, [one.x, one.y] as Spot]));
  return { ...board, areas: (board.areas ?? []).map((area) => (spots.has(area.id) ? { ...area, at: spots.get(area.id)! } : area)) };
}

/** The line of a link: its own path, or straight from one area to the other. */
export function lineOf(board: Board, link: Link): string {
  if (link.path) return link.path;
  const [a, b] = link.between.map((id) => areaOf(board, id)?.at ?? [0, 0]) as [Spot, Spot];
  return `M${a[0]} ${a[1]}L${b[0]} ${b[1]}`;
}

/** The middle of a link or an area, for what lies on it. */
export function middle(board: Board, id: string): Spot {
  const area = areaOf(board, id);
  if (area) return area.at ?? [0, 0];
  const link = board.links?.find((one) => one.id === id);
  const [a, b] = (link?.between ?? []).map((one) => areaOf(board, one)?.at ?? [0, 0]) as Spot[];
  return a && b ? [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] : [0, 0];
}

/** An area in a sentence: who stands there, and where one can go from it. */
export function spoken(board: Board, area: Area): string {
  const name = new Map((board.areas ?? []).map((one) => [one.id, one.name]));
  const here = (board.tokens ?? []).filter((token) => token.area === area.id && token.name);
  const names = here.map((token) => [token.name, ...(token.tags ?? []).map((tag) => tag.text)].join(" "));
  const beyond = (looks: string[]) =>
    (board.links ?? [])
      .filter((link) => link.between.includes(area.id) && looks.includes(link.look ?? "route"))
      .map((link) => name.get(link.between[0] === area.id ? link.between[1] : link.between[0]) ?? "");
  const open = beyond(["route", "stitched"]);
  const walled = beyond(["wall"]);
  return [
    area.name,
    ...(area.counters ?? []).map((one) => say(one.of ? "counter.of" : "counter.plain", { name: one.name, n: one.count, most: one.of ?? 0 })),
    ...(area.tags ?? []).map((tag) => tag.text),
    ...(names.length ? [say("area.stand", { who: list(names) })] : []),
    ...(open.length ? [say("area.open", { list: list(open) })] : []),
    ...(walled.length ? [say("area.walled", { list: list(walled) })] : []),
  ].join(", ");
}

/** A socket in a sentence: where it is, what it asks for, and what lies in it from the top down. */
export function spokenSlot(board: Board, slot: Slot, nameOf: (seat: number) => string): string {
  const link = board.links?.find((one) => one.id === slot.on);
  const ends = (link?.between ?? [slot.on ?? ""]).map((id) => areaOf(board, id)?.name ?? "").filter(Boolean);
  const dice = (slot.things ?? []).flatMap((thing) => {
    if (thing.type !== "die") return "name" in thing && thing.name ? [thing.name] : [];
    const whose = typeof thing.seat === "number" ? nameOf(thing.seat) : "";
    return [whose ? say("slot.die", { name: whose, face: dieSaid(thing) }) : dieSaid(thing)];
  });
  return [ends.join(" – "), slot.label, ...dice.reverse(), slot.note].filter(Boolean).join(", ") || slot.id;
}

/** The nearest area in a direction, for arrow keys. */
export function towards(board: Board, from: string, dx: number, dy: number): string | null {
  const start = areaOf(board, from)?.at ?? [0, 0];
  let best: string | null = null;
  let least = Infinity;
  for (const area of board.areas ?? []) {
    const [x, y] = [(area.at ?? [0, 0])[0] - start[0], (area.at ?? [0, 0])[1] - start[1]];
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy - y * dx);
    if (area.id !== from && along > 1 && along + aside * 2 < least && aside < along * 2.5) {
      best = area.id;
      least = along + aside * 2;
    }
  }
  return best;
}
