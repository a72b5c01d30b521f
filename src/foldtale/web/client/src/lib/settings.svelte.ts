/** What a reader has chosen for this browser. */

export interface Settings {
  light: "auto" | "day" | "lantern";
  plain: boolean;
  calm: boolean;
  letters: boolean;
  sound: boolean;
  notify: boolean;
  name: string;
}

const USUAL: Settings = {
  light: "auto",
  plain: false,
  calm: false,
  letters: true,
  sound: false,
  notify: false,
  name: "",
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
