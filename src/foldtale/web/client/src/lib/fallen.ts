/** Dice beside the question: they stay for the questions that follow from their fall, and go with the first that does not. */

import type { Scene, View } from "./types";

type Near = NonNullable<Scene["near"]>;
const ALL = -1;

export class Fallen {
  #dice = "";
  /** What was asked last, by its rule; the first question after their fall; and what was asked before it, since the last ones went. */
  #asked = "";
  #first = { number: 0, seat: ALL };
  #before = new Set<string>();
  #areOver = false;

  /** What lies beside this question and has to do with it. */
  see({ scene, story }: Pick<View, "scene" | "story">): Near {
    const near = scene.near ?? [];
    const ask = { number: scene.ask?.number ?? 0, seat: scene.ask?.seat ?? ALL };
    const asked = scene.ask?.rule || scene.ask?.prompt || "";
    const dice = JSON.stringify(near.filter((thing) => thing.type === "die"));
    if (dice !== this.#dice) {
      this.#before = new Set([...(this.#areOver ? [] : this.#before), this.#asked]);
      this.#first = ask;
    }
    this.#dice = dice;
    this.#asked = asked;
    const isElsewhere = !!scene.page?.alone || (ask.seat === ALL && this.#first.seat !== ALL);
    const isPast = (this.#before.has(asked) || ask.seat !== this.#first.seat) && !hasFallen(story.lines);
    this.#areOver = ask.number !== this.#first.number && (isElsewhere || isPast);
    const touched = new Set(scene.ask?.choices?.flatMap((choice) => choice.touches ?? []));
    return this.#areOver ? near.filter((thing) => thing.type !== "die" || touched.has(thing.id)) : near;
  }
}

/** Whether anything fell by chance after the last answer: also dice that look as before may be new ones. */
function hasFallen(lines: Record<string, unknown>[]): boolean {
  const answer = lines.map((line) => "n" in line).lastIndexOf(true);
  return lines.slice(answer + 1).some((line) => "chance" in line);
}
