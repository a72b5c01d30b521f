/** The keyboard at the table: numbers choose, letters pick and leaf, Escape backs out. */

import type { Options } from "./options.svelte";
import { settings } from "./settings.svelte";
import type { Choice } from "./types";

interface Keys {
  options: Options;
  choose: (choice: Choice) => void;
  press: (id: string) => void;
  undo: () => void;
  back: () => void;
  why: () => void;
  step: (by: number) => void;
  isBusy: () => boolean;
}

/** Where Enter means something already. */
function isPressable(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && !!target.closest("a, button, summary, [role=button], [tabindex]");
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

export function keysOf(keys: Keys): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || keys.isBusy()) return;
    if (event.key === "Enter" ? !event.repeat && !isPressable(event.target) && takeOnly() : act(event.key)) event.preventDefault();
  };

  function act(key: string): boolean {
    if (/^[1-9]$/.test(key)) return takeChip(Number(key));
    if (key === "Escape") keys.back();
    else if (key === "[" || key === "]") keys.step(key === "[" ? -1 : 1);
    else if (!settings.letters) return false;
    else if (key === "?") keys.why();
    else if (key === "u") keys.undo();
    else return pick(key);
    return true;
  }

  /** Where there is one thing to do, Enter does it. */
  function takeOnly(): boolean {
    return keys.options.chips.length === 1 && takeChip(1);
  }

  function takeChip(number: number): boolean {
    const chip = keys.options.chips.find((one) => one.number === number);
    const choice = chip && keys.options.take(chip);
    if (choice) keys.choose(choice);
    return !!chip;
  }

  /** The die or card that has this letter. */
  function pick(key: string): boolean {
    const id = [...keys.options.letters].find(([, letter]) => letter === key)?.[0];
    if (id !== undefined) keys.press(id);
    return id !== undefined;
  }
}
