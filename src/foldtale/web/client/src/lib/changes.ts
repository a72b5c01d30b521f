/** What differs between two pictures of a table, by id: for those who want no movement. */

import type { Scene } from "./types";

function pieces(part: unknown, found: Map<string, string>): Map<string, string> {
  if (Array.isArray(part)) for (const one of part) pieces(one, found);
  else if (part && typeof part === "object") {
    const piece = part as Record<string, unknown>;
    if (typeof piece.id === "string" && ["token", "counter", "card", "die"].includes(String(piece.type ?? ""))) {
      found.set(piece.id, JSON.stringify(piece));
    }
    for (const inner of Object.values(piece)) pieces(inner, found);
  }
  return found;
}

export function changedSince(before: Scene, now: Scene): Set<string> {
  const [old, fresh] = [pieces(before, new Map()), pieces(now, new Map())];
  return new Set([...fresh].filter(([id, text]) => old.get(id) !== text).map(([id]) => id));
}
