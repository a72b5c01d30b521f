/** Themes of games: their tokens as style sheets, their figures as data. */

import { theme as fetchTheme } from "./api";
import type { Figure, Theme } from "./types";

const FACES: Record<string, () => Promise<unknown>> = {
  "Berkshire Swash": () => import("../styles/faces/berkshire-swash.css"),
  Milonga: () => import("../styles/faces/milonga.css"),
  "Chelsea Market": () => import("../styles/faces/chelsea-market.css"),
  "Grenze Gotisch": () => import("../styles/faces/grenze-gotisch.css"),
  Almendra: () => import("../styles/faces/almendra.css"),
};
const WEIGHTS: Record<string, number> = { "Grenze Gotisch": 600, Almendra: 700 };
const GRADIENTS = ["sky", "halo", "warm", "depth"];

const PLAIN: Theme = {};
/** The book whose colours the whole page wears. */
export const book = $state({ open: "shelf" });
export const themes: Record<string, Theme> = $state({});
const sheets = new Map<string, CSSStyleSheet>();

export async function dress(game: string): Promise<void> {
  if (themes[game]) return;
  const theme = await fetchTheme(game).catch(() => PLAIN);
  sheets.set(game, sheetOf(game, theme));
  document.adoptedStyleSheets = [...sheets.values()];
  themes[game] = theme;
  void FACES[theme.display || "Berkshire Swash"]?.();
}

function sheetOf(game: string, theme: Theme): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  const tokens = (values: Record<string, string> = {}) =>
    Object.entries(values)
      .map(([name, value]) => `--${name}:${value};`)
      .join("");
  const face = theme.display ? `--display:"${theme.display}",Georgia,serif;--display-weight:${WEIGHTS[theme.display] ?? 400};` : "";
  sheet.replaceSync(
    `[data-book="${game}"]{${face}${tokens(theme.day)}}` +
      `[data-light=lantern] [data-book="${game}"],[data-light=lantern][data-book="${game}"]{${tokens(theme.lantern)}}`,
  );
  return sheet;
}

/** A token of the theme, a colour, or a gradient, as a paint. */
export function paint(token: string | undefined): string {
  if (!token) return "none";
  if (token.startsWith("#")) return token;
  return GRADIENTS.includes(token) ? `url(#${token})` : `var(--${token}, var(--paper-3))`;
}

export const figureOf = (game: string, name: string | undefined): Figure | undefined =>
  name ? themes[game]?.figures?.[name] : undefined;

/** Whether a token is a small thing that lies there, such as a star. */
export const isSmall = (game: string, token: { figure?: string }): boolean =>
  (figureOf(game, token.figure)?.glows?.[2] ?? 99) < 30;

/** What an icon of a game is called in the icon set. */
export const iconOf = (game: string, name: string | undefined): string =>
  name ? (themes[game]?.icons?.[name] ?? name) : "";

/** The icon of a card or a stack: its own, else that of its kind. */
export const cardIcon = (game: string, thing: { icon?: string; kind?: string }): string =>
  thing.icon ? iconOf(game, thing.icon) : (themes[game]?.icons?.[thing.kind ?? ""] ?? "");

export const kindPaint = (game: string, kind: string | undefined): string =>
  paint((kind && themes[game]?.kinds?.[kind]) || "accent");
