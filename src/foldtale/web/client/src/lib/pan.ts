/** A picture that is pushed about with a finger and drawn closer with two; what was pushed is not pressed. */

import type { Action } from "svelte/action";
import { on } from "svelte/events";

interface Given {
  on: boolean;
  /** By how many pixels it was pushed. */
  push: (x: number, y: number) => void;
  /** How many times closer, about this point in pixels. */
  zoom: (times: number, x: number, y: number) => void;
}

const STILL = 8;

export const pan: Action<SVGSVGElement, Given> = (node, given) => {
  let now = given;
  const fingers = new Map<number, [number, number]>();
  let start: [number, number] = [0, 0];
  let isMoved = false;
  const apart = () => {
    const [one, other] = [...fingers.values()];
    return one && other ? { far: Math.hypot(one[0] - other[0], one[1] - other[1]), x: (one[0] + other[0]) / 2, y: (one[1] + other[1]) / 2 } : null;
  };
  const down = (event: PointerEvent) => {
    if (!now.on) return;
    if (!fingers.size) isMoved = false;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    start = [event.clientX, event.clientY];
  };
  const move = (event: PointerEvent) => {
    const last = fingers.get(event.pointerId);
    if (!last || !now.on) return;
    const before = apart();
    if (!isMoved && !before && Math.hypot(event.clientX - start[0], event.clientY - start[1]) < STILL) return;
    isMoved = true;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    const after = apart();
    const box = node.getBoundingClientRect();
    if (before && after && before.far > 0) {
      now.zoom(after.far / before.far, after.x - box.x, after.y - box.y);
      now.push(after.x - before.x, after.y - before.y);
    } else now.push(event.clientX - last[0], event.clientY - last[1]);
  };
  const up = (event: PointerEvent) => fingers.delete(event.pointerId);
  const click = (event: MouseEvent) => {
    if (!isMoved) return;
    isMoved = false;
    event.stopPropagation();
    event.preventDefault();
  };
  const element = node as unknown as HTMLElement;
  const ends = [
    on(element, "pointerdown", down),
    on(window, "pointermove", move),
    on(window, "pointerup", up),
    on(window, "pointercancel", up),
    on(element, "click", click, { capture: true }),
  ];
  return {
    update: (next) => (now = next),
    destroy: () => ends.forEach((end) => end()),
  };
};
