/** Looking back: which moment of the match is shown in place of the present one. The address says it, so it can be sent. */

import { untrack } from "svelte";
import { moment as fetchMoment, type Refusal } from "./api";
import { go, route } from "./route.svelte";
import type { Moment, Scene, View } from "./types";

const PACE = 1100;

export class Back {
  moment = $state.raw<Moment | null>(null);
  /** The scene one step before, where things stood. */
  before = $state.raw<Scene | null>(null);
  isPlaying = $state(false);
  #view: () => View;
  #present: () => number;

  /** `present` is the number of the present question; `onrefused` is told why a moment cannot be seen. */
  constructor(view: () => View, present: () => number, onrefused: (why: string) => void) {
    this.#view = view;
    this.#present = present;
    $effect(() => {
      const at = route.at;
      if (!at) this.moment = null;
      else if (untrack(() => this.moment?.number) !== at) {
        const seat = view().you;
        const known = untrack(() => this.moment);
        const earlier = known?.number === at - 1 ? Promise.resolve(known) : at > 1 ? fetchMoment(view().table, seat, at - 1) : null;
        Promise.all([fetchMoment(view().table, seat, at), earlier])
          .then(([found, last]) => {
            if (route.at !== at) return;
            this.before = last?.scene ?? null;
            this.moment = found;
          })
          .catch((problem: Refusal) => {
            onrefused(problem.message);
            go(this.path(0), true);
          });
      }
    });
    $effect(() => {
      const at = this.moment?.number;
      if (!this.isPlaying || at === undefined) return;
      const timer = setTimeout(() => (at < this.last ? this.show(at + 1) : (this.isPlaying = false)), PACE);
      return () => clearTimeout(timer);
    });
  }

  first = $derived.by(() => this.moment?.first ?? 1);
  last = $derived.by(() => this.moment?.last ?? this.#present());

  path(at: number): string {
    return `table/${this.#view().table}${at ? `?at=${at}` : ""}`;
  }

  link(): string {
    return `${location.origin}/#/${this.path(this.moment?.number ?? 0)}`;
  }

  show(at: number): void {
    go(this.path(Math.max(this.first, Math.min(this.last, at))), route.at > 0);
  }

  step(by: number): void {
    this.show((this.moment?.number ?? this.last) + by);
  }

  play(from: number): void {
    this.show(from);
    this.isPlaying = true;
  }

  now(): void {
    this.isPlaying = false;
    go(this.path(0), route.at > 0);
  }
}
