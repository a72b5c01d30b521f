/** Makes a piece answer to pointer and keys where an option touches it: `use:` for HTML and SVG alike. */

import type { Action } from "svelte/action";
import type { Around } from "./context";

export const touch: Action<Element, { id: string; at: Around; on: boolean }> = (node, given) => {
  let now = given;
  const show = () => now.at.point(now.id);
  const hide = () => now.at.point(null);
  const press = (event: Event) => {
    if (!now.on) return;
    event.stopPropagation();
    now.at.press(now.id, (event as PointerEvent).pointerType === "touch");
  };
  const key = (event: Event) => {
    const pressed = (event as KeyboardEvent).key;
    if (!now.on || event.target !== node || (pressed !== "Enter" && pressed !== " ")) return;
    event.preventDefault();
    event.stopPropagation();
    now.at.press(now.id, false);
  };
  const pairs: [string, (event: Event) => void][] = [
    ["pointerenter", show],
    ["pointerleave", hide],
    ["focus", show],
    ["blur", hide],
    ["click", press],
    ["keydown", key],
  ];
  for (const [name, hear] of pairs) node.addEventListener(name, hear);
  return {
    update: (next) => (now = next),
    destroy: () => {
      for (const [name, hear] of pairs) node.removeEventListener(name, hear);
    },
  };
};
