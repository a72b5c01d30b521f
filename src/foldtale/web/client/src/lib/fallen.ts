/** Dice beside the question: they stay for the questions that follow from their fall, and go with the first that does not. */

import type { Scene } from "./types";

type Near = NonNullable<Scene["near"]>;

export class Fallen {
  #dice = "";
  /** What was asked last; what was asked before they fell; the first question after it. */
  #prompt = "";
  #before = "";
  #first = { number: 0, seat: -1 };

  /** What lies beside this question and has to do with it. */
  see(scene: Scene): Near {
    const near = scene.near ?? [];
    const dice = JSON.stringify(near.filter((thing) => thing.type === "die"));
    if (dice !== this.#dice) {
      this.#before = this.#prompt;
      this.#first = { number: scene.ask?.number ?? 0, seat: scene.ask?.seat ?? -1 };
    }
    this.#dice = dice;
    this.#prompt = scene.ask?.prompt ?? "";
    const touched = new Set(scene.ask?.choices?.flatMap((choice) => choice.touches ?? []));
    return this.#isOver(scene) ? near.filter((thing) => thing.type !== "die" || touched.has(thing.id)) : near;
  }

  /** What was asked before they fell is asked again, or somebody else is asked, or a page is read. */
  #isOver(scene: Scene): boolean {
    const ask = scene.ask;
    if (!ask || ask.number === this.#first.number) return false;
    return ask.prompt === this.#before || ask.seat !== this.#first.seat || !!scene.page?.alone;
  }
}
