/** Dice as they are read aloud. */

import { list, say } from "./words";
import type { Die, Row, Scene } from "./types";

/** Whether a row holds nothing but dice. */
export const isTray = (row: Row): boolean => !!row.things?.length && row.things.every((one) => one.type === "die");

/** Dice of other shapes than a cube show their number, and beside it whether it is a success. */
export const hasNumber = (die: Die): boolean => (die.sides ?? 6) !== 6 && !!die.value;

export function dieSaid(die: Die): string {
  const number = hasNumber(die) ? `${die.value}, ` : "";
  if (die.mark === "success") return number + say("die.success");
  if (die.mark === "failure") return number + say("die.failure");
  return die.face || die.value?.toString() || say("die.unrolled");
}

/** "4, 1 and a success: two successes"; other things are not read. */
export function diceSaid(things: NonNullable<Scene["near"]>): string | undefined {
  const dice = things.filter((thing) => thing.type === "die");
  if (!dice.length) return undefined;
  const faces = list(dice.map((die) => die.value?.toString() ?? dieSaid(die)));
  const hits = dice.filter((die) => die.mark === "success").length;
  return dice.some((die) => die.mark) ? say("dice.read", { list: faces, count: hits }) : faces;
}
