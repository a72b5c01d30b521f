/** What the shelf works out: which books stand on which board, how a title is broken, what is remembered of a game. */

import { recall, remember, settings } from "./settings.svelte";
import { say } from "./words";
import type { Field, GameCard, Options, Place, TableCard } from "./types";

const BOOK = 216;
const GAP = 26;
/** How much smaller a booklet is. */
export const BOOKLET = 0.68;
/** Books are drawn a little larger than their measure, and shrink so far before another board is put up. */
const LARGEST = 1.1;
const SMALLEST = 0.86;
/** In a narrow room two books still stand side by side. */
const NARROW = 600;
const SMALLEST_THERE = 0.7;

export interface Row {
  games: GameCard[];
  scale: number;
}

const isSmall = (game: GameCard) => game.shelf === "small";
const needed = (games: GameCard[]) => games.reduce((sum, game) => sum + BOOK * (isSmall(game) ? BOOKLET : 1), 0);

/** The games on as few boards as the room allows, evenly filled: books above, booklets beside or below them. */
export function boards(games: GameCard[], room: number): Row[] {
  const books = games.filter((game) => !isSmall(game));
  const booklets = games.filter(isSmall);
  const together = [...books, ...booklets];
  if (scaleOf(together, room) >= SMALLEST) return rowsOf(together, room);
  return [...rowsOf(books, room), ...rowsOf(booklets, room)];
}

function scaleOf(games: GameCard[], room: number): number {
  return (room - (games.length - 1) * GAP) / needed(games);
}

function rowsOf(games: GameCard[], room: number): Row[] {
  for (let count = 1; count <= games.length; count += 1) {
    const length = Math.ceil(games.length / count);
    const rows = Array.from({ length: count }, (_, at) => games.slice(at * length, (at + 1) * length));
    const scale = Math.min(...rows.filter((row) => row.length).map((row) => scaleOf(row, room)));
    const least = room < NARROW && !games.some(isSmall) ? SMALLEST_THERE : SMALLEST;
    if (scale >= least || length === 1) {
      const drawn = Math.max(0.5, Math.min(LARGEST, scale));
      return rows.filter((row) => row.length).map((row) => ({ games: row, scale: drawn }));
    }
  }
  return [];
}

/** Whether so much of a board stays free that something else can stand on it. */
export function isRoomy(row: Row, room: number): boolean {
  return room - needed(row.games) * row.scale - row.games.length * GAP > 420;
}

/** A title in lines of about the same length. */
export function brokenTitle(title: string): string[] {
  const words = title.split(" ");
  if (words.length === 1 || title.length <= 9) return [title];
  const splits = words.slice(1).map((_, at) => [words.slice(0, at + 1).join(" "), words.slice(at + 1).join(" ")]);
  const longest = (lines: string[]) => Math.max(...lines.map((line) => line.length));
  return splits.reduce((best, lines) => (longest(lines) < longest(best) ? lines : best));
}

/** "1 to 4 at the table". */
export function whoPlays(players: number[]): string {
  const [least, most] = [Math.min(...players), Math.max(...players)];
  if (most === 1) return say("shelf.one");
  return least === most ? say("shelf.just", { n: most }) : say("shelf.players", { least, most });
}

/** A value of a setup as people say it. */
export function valueWords(value: unknown): string {
  if (value === null || value === "") return say("new.as-usual");
  if (value === true) return say("new.yes");
  if (value === false) return say("new.no");
  const text = String(value).replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What can be chosen of a field; a value that may be empty can be left to the game. */
export const valuesOf = (field: Field): unknown[] =>
  field.may_be_empty && !(field.values ?? []).includes(null) ? [null, ...(field.values ?? [])] : (field.values ?? []);

export interface Chosen {
  places: Required<Place>[];
  setup: Record<string, unknown>;
  options: Required<Options>;
}

const OPTIONS: Required<Options> = { undo: "same dice", first_answer: false, companion: false, timer: 0, pace: 0.5, hints: true };

/** Seconds before a bot moves, from which one chooses. */
const PACES = [2, 0.5, 0] as const;

/** How fast bots can move, with its words. */
export const paces = () => PACES.map((value) => ({ value: value as number, label: say(`new.pace.${value}`) }));

/** How well bots play. */
export const LEVELS = ["easy", "fair", "strong"] as const;

/** The pace that one can choose and that is nearest to this. */
export const paceOf = (seconds: number) => PACES.reduce<number>((best, one) => (Math.abs(one - seconds) < Math.abs(best - seconds) ? one : best), PACES[0]);

/** Fields that are filled in by hand: not the seats, which are places, nor the record of an earlier match. */
export const fieldsOf = (game: GameCard): Field[] =>
  game.fields.filter((field) => field.name !== "players" && field.kind !== "record" && (field.kind === "text" || (field.values?.length ?? 0) > 1));

/** What was chosen for this game last time, as far as it still fits. */
export function lastChosen(game: GameCard): Chosen {
  const last = recall<Partial<Chosen>>(`new.${game.name}`, {});
  const usual = Number(game.fields.find((field) => field.name === "players")?.usual ?? game.players[0]);
  const count = game.players.includes(last.places?.length ?? 0) ? last.places!.length : usual;
  const setup: Record<string, unknown> = {};
  for (const field of fieldsOf(game)) {
    const value = last.setup?.[field.name];
    const fits = field.kind === "text" ? typeof value === "string" : valuesOf(field).includes(value);
    setup[field.name] = fits ? value : (field.usual ?? null);
  }
  const options = { ...OPTIONS, ...last.options };
  return { places: placesFor(count, last.places ?? []), setup, options: { ...options, pace: paceOf(options.pace) } };
}

/** So many places, the first of them mine, the others played by bots unless said otherwise. */
export function placesFor(count: number, places: Place[]): Required<Place>[] {
  return Array.from({ length: count }, (_, at) => {
    const place = places[at];
    const usual = at === 0 ? ({ who: "me", name: settings.name } as const) : ({ who: "bot", name: "" } as const);
    return { who: place?.who ?? usual.who, name: place?.name || usual.name, level: place?.level ?? "fair" };
  });
}

export function keepChosen(game: GameCard, chosen: Chosen): void {
  remember(`new.${game.name}`, chosen);
}

/** Whether the table can be taken away by me: I host it, or nobody is seen to. */
export function mayRemove(table: TableCard): boolean {
  const hosts = table.seats.filter((seat) => seat.is_host).map((seat) => seat.seat);
  return !hosts.length || hosts.some((seat) => table.your_seats.includes(seat));
}
