/** A track in a sentence: what it is, how far it has come, and who stands where. */

import { say } from "./words";
import type { Track } from "./types";

export function trackNote(track: Track): string {
  return track.note || (typeof track.shine === "number" ? say("track.shine", { n: track.shine, most: track.length }) : "");
}

export function trackSaid(track: Track): string {
  const pawns = (track.pawns ?? []).map((pawn) => {
    const step = pawn.step ?? 0;
    return say("track.at", { name: pawn.name || track.name, step: track.steps?.[step]?.label || String(step + (track.first ?? 1)) });
  });
  return [track.name, trackNote(track), ...pawns].filter(Boolean).join(", ");
}
