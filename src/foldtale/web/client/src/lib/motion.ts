/** Movement that never holds anybody up: the next answer ends all of it at once. */

import { isCalm } from "./settings.svelte";

const running = new Set<Animation>();
export const EASE = "cubic-bezier(.2,.9,.25,1.15)";

export function move(node: Element, frames: Keyframe[], duration: number, delay = 0): void {
  if (isCalm() || !node.animate) return;
  const animation = node.animate(frames, { duration, delay, easing: EASE, fill: "backwards" });
  running.add(animation);
  animation.onfinish = animation.oncancel = () => running.delete(animation);
}

export function endAll(): void {
  for (const animation of running) animation.cancel();
  running.clear();
}

/** Let a piece travel from where it was: it lifts, passes over the table in an arc, and lands. */
export function travel(node: Element, from: [number, number], to: [number, number], delay = 0): void {
  const [dx, dy] = [from[0] - to[0], from[1] - to[1]];
  const far = Math.hypot(dx, dy);
  if (far < 1) return;
  const place = (share: number, up: number) => ({
    transform: `translate(${to[0] + dx * share}px, ${to[1] + dy * share - up}px)`,
  });
  const height = Math.min(60, 16 + far / 8);
  move(node, [place(1, 0), place(0.5, height), place(0, 0)], Math.min(520, 240 + far / 3), delay);
}

/** A new scene stands up: the back first, then the middle, then the front. */
export function unfold(layers: Element[]): void {
  layers.forEach((layer, at) => {
    const frames = [
      { transform: "scaleY(.06) skewX(-6deg)", opacity: 0.2 },
      { transform: "scaleY(1.05) skewX(0deg)", opacity: 1, offset: 0.75 },
      { transform: "none", opacity: 1 },
    ];
    move(layer, frames, 620, at * 60);
  });
}

/** A die tumbles and settles on the face that it has. */
export function tumble(node: Element, delay = 0): void {
  const frames = [
    { transform: "translate(-60px, -46px) rotate(-500deg) scale(.7)", opacity: 0.2 },
    { transform: "translate(-14px, 6px) rotate(-140deg) scale(1.08)", opacity: 1, offset: 0.55 },
    { transform: "translate(4px, -10px) rotate(12deg) scale(1.02)", offset: 0.78 },
    { transform: "none" },
  ];
  move(node, frames, 700, delay);
}

/** A page turns over the gutter. */
export function turnPage(node: Element): void {
  const frames = [
    { transform: "perspective(1600px) rotateY(0deg)", opacity: 1 },
    { transform: "perspective(1600px) rotateY(-170deg)", opacity: 1, offset: 0.92 },
    { transform: "perspective(1600px) rotateY(-180deg)", opacity: 0 },
  ];
  move(node, frames, 320);
}

/** Something was lost: it shakes once. */
export function shake(node: Element): void {
  const steps = [0, -4, 4, -2, 0];
  move(node, steps.map((x) => ({ transform: `translateX(${x}px)` })), 240);
}

/** It is pressed on from above, like a seal. */
export function stamp(node: Element, delay = 0): void {
  const frames = [{ transform: "scale(1.7) rotate(-14deg)", opacity: 0 }, { transform: "scale(.9)", opacity: 1, offset: 0.7 }, { transform: "none" }];
  move(node, frames, 320, delay);
}

/** It moves over from where it was, straight. */
export function slide(node: Element, dx: number, dy: number): void {
  if (Math.hypot(dx, dy) < 1) return;
  move(node, [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], Math.min(700, 320 + Math.hypot(dx, dy) / 3));
}

/** Cards are dealt out, one after the other. */
export function fan(cards: Element[]): void {
  cards.forEach((card, at) => move(card, [{ transform: "translateY(-46px) rotate(-7deg)", opacity: 0 }, { transform: "none", opacity: 1 }], 320, at * 60));
}

/** Ink runs on over what is struck, from as much of it as there was. */
export function run(ink: Element, before: number): void {
  move(ink, [{ transform: `scaleX(${before})` }, { transform: "none" }], 620);
}

/** An action for a tag: when its seat falls, ink climbs it from its foot and its portrait turns. */
export function falls(node: Element, first: string | undefined): { update: (state: string | undefined) => void } {
  let last = first;
  return {
    update(state) {
      if (!last && state) {
        move(node, [{ clipPath: "inset(100% 0 0 0)" }, { clipPath: "inset(0)" }], 620);
        const portrait = node.querySelector(".por");
        if (portrait) move(portrait, [{ transform: "rotateY(180deg)" }, { transform: "none" }], 480, 240);
      }
      last = state;
    },
  };
}
