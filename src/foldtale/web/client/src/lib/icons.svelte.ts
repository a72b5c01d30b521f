/** The icon set, loaded after the first frame, and what the page itself calls its icons. */

export const OWN = {
  shelf: "bookshelf",
  back: "return-arrow",
  history: "hourglass",
  rulebook: "rule-book",
  light: "old-lantern",
  menu: "hamburger-menu",
  settings: "cog",
  scene: "treehouse",
  page: "open-book",
  heroes: "meeple",
  tale: "quill-ink",
  leaf: "three-leaves",
  sun: "sun",
  moon: "moon",
  star: "round-star",
  cross: "cancel",
  first: "fast-backward-button",
  previous: "previous-button",
  play: "play-button",
  pause: "pause-button",
  next: "next-button",
  aloud: "speaker",
  silence: "speaker-off",
  people: "shaking-hands",
  goal: "scroll-unfurled",
  bot: "robot-golem",
  dice: "rolling-dices",
  away: "night-sleep",
  pointer: "pointing",
  bug: "ladybug",
  key: "key",
  choice: "stars-stack",
  heart: "hearts",
  zoom: "magnifying-glass",
  map: "treasure-map",
  unseen: "compass",
  stack: "stack",
  chains: "crossed-chains",
  lock: "padlock",
  market: "tavern-sign",
  gates: "portal",
} as const;

export const EMBLEMS = ["acorn", "moon", "oak-leaf", "sun", "owl", "key"];

export const icons: { paths: Record<string, string> } = $state({ paths: {} });

export const isLoaded = () => OWN.shelf in icons.paths;

export async function loadIcons(): Promise<void> {
  icons.paths = (await import("virtual:icons")).default;
}
