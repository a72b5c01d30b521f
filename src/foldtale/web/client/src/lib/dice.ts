/** Dice as they are read aloud. */

import { list, say } from "./words";
import type { Die, Scene } from "./types";

export function dieSaid(die: Die): string {
  if (die.mark === "success") return say("die.success");
  if (die.mark === "failure") return say("die.failure");
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
