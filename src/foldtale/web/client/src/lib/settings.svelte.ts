/** What a reader has chosen for this browser. */

/** The languages of the page, each as its readers call it. */
export const LANGUAGES = { en: "English", it: "Italiano" } as const;
export type Language = keyof typeof LANGUAGES;

export interface Settings {
  light: "auto" | "day" | "lantern";
  plain: boolean;
  calm: boolean;
  letters: boolean;
  sound: boolean;
  notify: boolean;
  name: string;
  /** The language to read; empty for that of the browser. */
  lang: "" | Language;
}

const USUAL: Settings = {
  light: "auto",
  plain: false,
  calm: false,
  letters: true,
  sound: false,
  notify: false,
  name: "",
  lang: "",
};

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(`foldtale.${key}`, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing can still play.
  }
}

export function recall<T>(key: string, usual: T): T {
  try {
    const text = localStorage.getItem(`foldtale.${key}`);
    return text === null ? usual : (JSON.parse(text) as T);
  } catch {
    return usual;
  }
}

export const settings: Settings = $state({ ...USUAL, ...recall<Partial<Settings>>("settings", {}) });

export function keepSettings(): void {
  remember("settings", $state.snapshot(settings));
}

const isLanguage = (tag: string): tag is Language => Object.hasOwn(LANGUAGES, tag);

/** What is read here: as chosen, else the first language of the browser that the page has. It holds until the page opens anew. */
export const language: Language =
  [settings.lang, ...navigator.languages.map((tag) => tag.toLowerCase().split("-")[0]!)].find(isLanguage) ?? "en";

const dark = matchMedia("(prefers-color-scheme: dark)");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const system = $state({ dark: dark.matches, still: still.matches });
dark.addEventListener("change", () => (system.dark = dark.matches));
still.addEventListener("change", () => (system.still = still.matches));

export const isLantern = () => settings.light === "lantern" || (settings.light === "auto" && system.dark);
export const isCalm = () => settings.calm || system.still;

export function otherLight(): void {
  settings.light = isLantern() ? "day" : "lantern";
  keepSettings();
}
