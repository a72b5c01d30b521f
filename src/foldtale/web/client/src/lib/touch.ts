/** Makes a piece answer to pointer and keys: `use:` for HTML and SVG alike. Where no option touches it, it is pointed at,
 * and read if it has something to read.
 * What unfolds inside of it only unfolds. A card whose words are `seen` where it lies need not be held up first.
 * A button of its own lies in pieces that hold other things (`Pick.svelte`). */

import type { Action } from "svelte/action";
import { on } from "svelte/events";
import type { Around } from "./context";

interface Touched {
  id: string;
  at: Around;
  on: boolean;
  seen?: boolean;
  read?: (from: Element) => void;
}

export const touch: Action<HTMLElement | SVGElement, Touched> = (node, given) => {
  let now = given;
  const show = () => now.at.point(now.id);
  const hide = () => now.at.point(null);
  const press = (event: MouseEvent) => {
    if (!now.on && !(node instanceof SVGElement)) return;
    if (node.contains((event.target as Element).closest("summary"))) return;
    event.stopPropagation();
    if (now.on) now.at.press(now.id, (event as PointerEvent).pointerType === "touch", now.seen);
    else {
      now.at.wave(now.id);
      now.read?.(node);
    }
  };
  const key = (event: KeyboardEvent) => {
    if ((!now.on && !now.read) || event.target !== node || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    event.stopPropagation();
    if (now.on) now.at.press(now.id, false, now.seen);
    else now.read?.(node);
  };
  const element = node as HTMLElement;
  const ends = [
    on(element, "pointerenter", show),
    on(element, "pointerleave", hide),
    on(element, "focus", show),
    on(element, "blur", hide),
    on(element, "click", press),
    on(element, "keydown", key),
  ];
  return {
    update: (next) => (now = next),
    destroy: () => ends.forEach((end) => end()),
  };
};
