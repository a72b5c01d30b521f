/** The outline of what eats the sky: from the left, with a wavy top, and drops that run down. */

import type { Spot } from "./board";

const WAVE = 44;
const RISES = [-13, -5, -11, -3];
/** Where drops run down, as parts of the width; how far below the edge; how wide. */
const DRIPS: [number, number, number][] = [[1, -6, 4], [0.88, 44, 7], [0.64, 4, 5], [0.43, 62, 7], [0.26, 16, 5]];
const EDGE: [number, number, number][] = [[0.12, 80, 8], [0.03, 46, 5]];

/** A shape as wide as `to`, its lower edge near `low`; every number is in pixels. */
export function inkPath(to: number, low: number, small: boolean): string {
  const grow = small ? 0.45 : 1;
  let top = "M-15-3";
  for (let x = -15, n = 0; x < to - 30; x += WAVE, n++) top += `q${WAVE / 2} ${RISES[n % RISES.length]} ${WAVE} 0`;
  let path = `${top}Q${to - 6}-12 ${to + 13}-4C${to + 20} 4 ${to + 6} 9 ${to + 9} 21S${to - 2} 30 ${to - 4} ${low - 20}`;
  let [px, py] = [to - 4, low - 20];
  const drips = to < 140 ? EDGE : [...DRIPS, ...EDGE];
  for (const [part, deep, thick] of drips) {
    const [x, wide] = [Math.max(6, part * (to - 8)), thick * (small ? 0.7 : 1)];
    const root = low - (x / to) * 16 + (x < to * 0.2 ? 14 * grow : 0);
    const tip = Math.max(root + 22, low + deep * grow);
    path += `C${px - 8} ${py + 10} ${x + wide * 2.6} ${root - 2} ${x + wide * 1.5} ${root + 6}C${x + wide * 0.8} ${root + 12} ${x + wide} ${tip - 16} ${x + wide} ${tip - wide}A${wide} ${wide * 1.15} 0 0 1 ${x - wide} ${tip - wide}C${x - wide} ${tip - 18} ${x - wide * 0.7} ${root + 12} ${x - wide * 1.5} ${root + 6}`;
    [px, py] = [x - wide * 1.5, root + 6];
  }
  return `${path}C${px - 6} ${py} -14 ${py} -15 ${py - 8}Z`;
}

/** A drop around a point. */
export const dropPath = ([x, y]: Spot, r: number): string =>
  `M${x} ${y - r * 1.5}C${x + r * 0.5} ${y - r * 0.8} ${x + r} ${y - r * 0.2} ${x + r} ${y + r * 0.25}A${r} ${r} 0 0 1 ${x - r} ${y + r * 0.25}C${x - r} ${y - r * 0.2} ${x - r * 0.5} ${y - r * 0.8} ${x} ${y - r * 1.5}Z`;

/** The top of a wall of `n` merlons, each `wide`, from `left`. */
export function wallPath(n: number, left: number, wide: number, to: number, top: number, bottom: number): string {
  const middle = (at: number) => left + wide * (at + 0.5);
  let path = `M-2 ${bottom}V${top + 6}`;
  for (let at = 0; at < n; at++) path += `H${(middle(at) - wide * 0.36).toFixed(1)}V${top}H${(middle(at) + wide * 0.36).toFixed(1)}V${top + 6}`;
  return `${path}H${to + 2}V${bottom}Z`;
}
