/** Requests to the service. What it refuses is said in its own words. */

import { language } from "./settings.svelte";
import type { Advices, GameCard, Invitation, Moment, ReviewView, RuleText, Summary, TableCard, Theme, View } from "./types";

export class Refusal extends Error {
  constructor(
    readonly reason: string,
    message: string,
    readonly view: View | null = null,
  ) {
    super(message);
  }
}

/** An address with the language that is read here; English is what the service speaks by itself. */
export const spoken = (path: string): string =>
  language === "en" ? path : `${path}${path.includes("?") ? "&" : "?"}lang=${language}`;

async function ask(path: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(spoken(path), { credentials: "same-origin", ...init });
  } catch {
    throw new Refusal("offline", "");
  }
  if (response.ok) return response;
  const said = await response.json().catch(() => ({}));
  throw new Refusal(said.refused ?? "incident", said.message ?? response.statusText, said.view ?? null);
}

async function read<T>(path: string): Promise<T> {
  return (await ask(path)).json();
}

export async function send<T>(path: string, body: unknown = {}, method = "POST"): Promise<T> {
  const headers = { "content-type": "application/json" };
  const response = await ask(path, { method, headers, body: method === "POST" ? JSON.stringify(body) : undefined });
  return response.status === 204 ? (undefined as T) : response.json();
}

const once = new Map<string, Promise<unknown>>();

/** What does not change while the page is open is asked for once. */
function remembered<T>(path: string): Promise<T> {
  const known = once.get(path) ?? read<T>(path);
  once.set(path, known);
  known.catch(() => once.delete(path));
  return known as Promise<T>;
}

export const games = () => remembered<GameCard[]>("/api/games");
export const theme = (game: string) => remembered<Theme>(`/api/games/${game}/theme`);
export const rules = (game: string) => remembered<RuleText[]>(`/api/games/${game}/rules`);
export const summary = (game: string) => remembered<Summary>(`/api/games/${game}/summary`);
export const tables = () => read<TableCard[]>("/api/tables");
export const view = (table: string, seat: number) => read<View>(`/api/tables/${table}?seat=${seat}`);
export const create = (body: unknown) => send<View>("/api/tables", body);
export const takeIn = (tale: string) => send<View>("/api/tables/import", { tale });
export const join = (table: string, secret: string, name: string) =>
  send<View>(`/api/tables/${table}/join`, { secret, name });
/** A link that hands a seat over or, as a `device`, adds another device of one's own. */
export const invite = (table: string, seat: number, device = false) =>
  send<Invitation>(`/api/tables/${table}/invite`, { seat, device });
/** What a bot would do at the open question. */
export const hint = (table: string, seat: number, number: number) => send<Advices>(`/api/tables/${table}/hint`, { seat, number });
export const leave = (table: string) => send<void>(`/api/tables/${table}/leave`);
export const remove = (table: string) => send<void>(`/api/tables/${table}`, undefined, "DELETE");
export const moment = (table: string, seat: number, number: number) =>
  read<Moment>(`/api/tables/${table}/history?seat=${seat}&number=${number}`);
/** How a finished match went, as one could know it at the time. */
export const review = (table: string, seat: number, match: number) => read<ReviewView>(`/api/tables/${table}/review?seat=${seat}&match=${match}`);
export const exportPath = (table: string, seat: number) => spoken(`/api/tables/${table}/export?seat=${seat}`);
