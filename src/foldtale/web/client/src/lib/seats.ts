/** Who sits at a seat, in a word. */

import { say } from "./words";
import type { Panel, SeatView } from "./types";

export function whoSits(panel: Panel, you: number | undefined, seats: SeatView[]): string {
  const seat = seats.find((one) => one.seat === panel.seat);
  if (panel.seat === you) return say("seat.you");
  if (seat?.kind === "bot") return say("seat.bot");
  if (seat?.kind === "open") return say("seat.open");
  return [panel.who, seat?.name].find((name) => name && name !== panel.name) ?? "";
}
