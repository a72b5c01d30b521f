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
/** Clothes for books without a theme, beside the plain one of tokens.css: each book keeps its own. */
const CLOTHES: Theme[] = [
  PLAIN,
  {
    day: { cover: "#3f6b5a", cloth: "#35594b", "cloth-2": "#2f5043", accent: "#7a3d1d", "accent-ink": "#fff6e8", "accent-text": "#73381a", "sky-1": "#d5ead9", "sky-2": "#fff0c8", far: "#a8cbb4", mid: "#74a68c", near: "#447a66" },
    lantern: { cloth: "#182a24", "cloth-2": "#13221d", accent: "#e0a070", "accent-ink": "#241003", "accent-text": "#ffc39a", "sky-1": "#183038", "sky-2": "#38584f", far: "#2c5049", mid: "#21403b", near: "#17302d" },
  },
  {
    day: { cover: "#4a5f86", cloth: "#3d5073", "cloth-2": "#364868", accent: "#8e2f3a", "accent-ink": "#fff5ea", "accent-text": "#8a2833", "sky-1": "#d3e1f2", "sky-2": "#ffe9cf", far: "#a9bedb", mid: "#7b95bd", near: "#4d6691" },
    lantern: { cloth: "#1a2236", "cloth-2": "#151c2d", accent: "#ee8a93", "accent-ink": "#2a060a", "accent-text": "#ffb0b6", "sky-1": "#1c2848", "sky-2": "#454d78", far: "#34436b", mid: "#283557", near: "#1d2844" },
  },
];
const clothOf = (game: string): Theme => CLOTHES[[...game].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % CLOTHES.length]!;
/** The book whose colours the whole page wears. */
export const book = $state({ open: "shelf" });
export const themes: Record<string, Theme> = $state({});
const sheets = new Map<string, CSSStyleSheet>();

export async function dress(game: string): Promise<void> {
  if (themes[game]) return;
  const theme = await fetchTheme(game).catch(() => PLAIN);
  sheets.set(game, sheetOf(game, theme.day ? theme : clothOf(game)));
  document.adoptedStyleSheets = [...sheets.values()];
  themes[game] = theme;
  FACES[theme.display || "Berkshire Swash"]?.().catch(() => {});
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

/** What can be read on a paint: the deep ones carry cream, the light ones brown. */
export function inkOn(given: string): string {
  const [r = 0, g = 0, b = 0] = (given.match(/^#(..)(..)(..)/)?.slice(1) ?? []).map((two) => parseInt(two, 16));
  return 0.3 * r + 0.59 * g + 0.11 * b > 140 ? "#2a1600" : "#fff6e2";
}

export const kindPaint = (game: string, kind: string | undefined): string =>
  paint((kind && themes[game]?.kinds?.[kind]) || "accent");
