/** What every piece on the table can ask for: the game's theme, the options, and what happens when it is touched. */

import { getContext, setContext } from "svelte";
import type { Options } from "./options.svelte";
import type { Scene, SeatView } from "./types";

export interface Around {
  readonly game: string;
  readonly scene: Scene;
  readonly seats: SeatView[];
  readonly options: Options;
  /** What others point at: seats by element. */
  readonly pointed: Record<string, number>;
  /** Looking back: the scene one step before. */
  readonly before: Scene | null;
  /** What the page of the story showed last. */
  readonly leaf: { page: string; length: number };
  /** What has changed since the last answer. */
  readonly changed: Set<string>;
  /** An element was pressed; by a finger it is shown first, and a card beside the board is held up unless its words are seen. */
  press(id: string, byTouch: boolean, isSeen?: boolean): void;
  /** The pointer is over an element, or over none. */
  point(id: string | null): void;
  /** Point at an element so that the others see it. */
  wave(id: string): void;
  rule(id: string, from: HTMLElement): void;
  read(thing: { id: string }, from: Element): void;
}

const KEY = Symbol("around");
export const setAround = (around: Around) => setContext(KEY, around);
/** What a piece can ask for; away from a table there is nothing. */
export const around = () => getContext<Around>(KEY);

/** Seats with a colour of their own: six, and one who plays against them. */
const SEATS = 7;
export const seatColour = (seat: number | null | undefined) =>
  seat === null || seat === undefined ? "var(--ink-2)" : `var(--seat-${(seat % SEATS) + 1})`;
/** The colour of a panel, a standee or a pawn: its own paint, else that of its seat. */
export const paintOf = (piece: { colour?: string; seat?: number | null }) => (piece.colour ? `var(--${piece.colour})` : seatColour(piece.seat));
