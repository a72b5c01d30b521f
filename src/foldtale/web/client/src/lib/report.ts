/** A report of something that went wrong: what this seat saw and knew, and nothing else. */

import type { Told, View } from "./types";

export function download(name: string, text: string, kind = "text/plain"): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${kind};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The report as text. `version` is that of the service. */
export function reportText(view: View, told: Told[], words: string, version: string): string {
  const { scene, options, match, you, role, seats, ending } = view;
  const about = {
    version,
    page: import.meta.url.split("/").pop()?.split("?")[0],
    browser: navigator.userAgent,
    language: navigator.language,
    window: `${innerWidth} x ${innerHeight}, ${devicePixelRatio} to 1`,
    at: new Date().toISOString(),
  };
  const seen = { game: view.game, match, you, role, options, kinds: seats.map((seat) => seat.kind), ending: ending?.ending };
  const tale = told.map((one) => [one.number || "", one.text, one.rule ?? ""].join("\t"));
  return [
    "What happened",
    words.trim() || "(nothing was written)",
    "\nWhere",
    ...Object.entries(about).map(([name, value]) => `${name}: ${value}`),
    "\nThe table",
    JSON.stringify(seen),
    "\nThe tale as this seat knows it",
    ...tale,
    "\nThe scene as this seat sees it",
    JSON.stringify(scene, null, 1),
    "",
  ].join("\n");
}

async function serviceVersion(): Promise<string> {
  try {
    return (await (await fetch("/health")).json()).version ?? "";
  } catch {
    return "";
  }
}

/** Makes the report and hands it over as a file. */
export async function bugReport(view: View, told: Told[], words: string): Promise<void> {
  const text = reportText(view, told, words, await serviceVersion());
  download(`foldtale-report-${new Date().toISOString().slice(0, 16).replace(/[T:]/g, "-")}.txt`, text);
}
