/** Who sits at a seat, and whom they play. */

import { EMBLEMS } from "./icons.svelte";
import { iconOf } from "./theme.svelte";
import { list, say } from "./words";
import type { Panel, Scene, SeatView } from "./types";

/** The panel of a seat; of several, that of the hero of this name, or whose turn it is. */
export function panelOf(scene: Scene, seat: number | null | undefined, name = ""): Panel | undefined {
  const own = (scene.seats ?? []).filter((panel) => panel.seat === seat);
  return own.find((panel) => panel.name === name) ?? own.find((panel) => panel.active) ?? own[0];
}

/** The panel of a seat that plays one figure only, and so wears its colour and its sign. */
export function onlyPanel(scene: Scene, seat: number): Panel | undefined {
  const own = (scene.seats ?? []).filter((panel) => panel.seat === seat);
  return own.length === 1 ? own[0] : undefined;
}

/** The sign of a seat, as the icon set calls it: that of whom it plays, else that of the chair. */
export const emblemOf = (game: string, scene: Scene, seat: number): string =>
  iconOf(game, onlyPanel(scene, seat)?.emblem) || EMBLEMS[seat % EMBLEMS.length]!;

/** All whom a seat plays, in one phrase. */
export const playedBy = (scene: Scene, seat: number): string => list((scene.seats ?? []).filter((panel) => panel.seat === seat).map((panel) => panel.name));

/** "strong bot". */
export const botSaid = (seat: SeatView): string => say(seat.level ? `seat.bot.${seat.level}` : "seat.bot");

export function whoSits(panel: Panel, you: number | undefined, seats: SeatView[]): string {
  const seat = seats.find((one) => one.seat === panel.seat);
  if (panel.seat === you) return say("seat.you");
  if (seat?.kind === "bot") return botSaid(seat);
  if (seat?.kind === "open") return say("seat.open");
  return [panel.who, seat?.name].find((name) => name && name !== panel.name) ?? "";
}
