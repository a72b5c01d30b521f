/** One table as one seat sees it: kept up to date by a socket, come back to when it breaks. */

import { Refusal, send, spoken, view as fetchView } from "./api";
import type { StoryPart, Told, View } from "./types";

type Status = "opening" | "open" | "lost" | "gone";
const LONGEST_WAIT = 15;

interface Waiting {
  resolve: () => void;
  reject: (refusal: Refusal) => void;
}

export class Live {
  view: View | null = $state.raw(null);
  told: Told[] = $state.raw([]);
  status: Status = $state("opening");
  /** Why the table can no longer be seen. */
  farewell = $state("");
  /** Seconds until the next try. */
  retryIn = $state(0);
  /** What others point at just now, by element. */
  pointed: Record<string, number> = $state({});
  onturn: (number: number) => void = () => {};

  #socket: WebSocket | null = null;
  #tries = 0;
  #timer = 0;
  #ids = 0;
  #waiting = new Map<number, Waiting>();
  #lineCount = 0;
  #ended = false;
  /** Nothing is known from this seat yet. */
  #isNew = true;

  constructor(
    readonly table: string,
    public seat: number,
  ) {
    this.#connect();
    addEventListener("online", this.#now);
    addEventListener("offline", this.#off);
  }

  #now = () => this.tryNow();
  #off = () => this.#socket?.close();

  /** Look from another seat of one's own; what the last one saw is kept until then, or forgotten at once. */
  sit(seat: number, forgets: boolean): void {
    if (seat === this.seat) return;
    this.seat = seat;
    this.#isNew = true;
    if (this.status === "gone") this.status = "opening";
    this.farewell = "";
    if (forgets) this.view = null;
    this.#drop();
    this.#connect();
  }

  tryNow(): void {
    if (this.status !== "lost") return;
    clearInterval(this.#timer);
    this.#connect();
  }

  end(): void {
    this.#ended = true;
    removeEventListener("online", this.#now);
    removeEventListener("offline", this.#off);
    this.#drop();
  }

  /** A deed at the table; fulfilled when the service has kept it. */
  do(name: string, fields: Record<string, unknown> = {}): Promise<void> {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return this.#byRequest(name, fields);
    const id = ++this.#ids;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      socket.send(JSON.stringify({ do: name, ...fields, id }));
    });
  }

  /** Point at an element: the others see it, and so does whoever points. */
  async wave(element: string): Promise<void> {
    this.#point(element, this.seat);
    await this.do("point", { element }).catch(() => {});
  }

  async #byRequest(name: string, fields: Record<string, unknown>): Promise<void> {
    const seen = await send<View | undefined>(`/api/tables/${this.table}/${name}`, { seat: this.seat, ...fields });
    if (seen) this.#show(seen);
  }

  #drop(): void {
    clearInterval(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const have = this.view && !this.#isNew ? `&have=${this.view.story.mark}` : "";
    const path = spoken(`/api/tables/${this.table}/live?seat=${this.seat}${have}`);
    const socket = new WebSocket(`${scheme}://${location.host}${path}`);
    this.#socket = socket;
    socket.onmessage = (event) => socket === this.#socket && this.#hear(JSON.parse(event.data));
    socket.onclose = (event) => socket === this.#socket && this.#lose(event.code, event.reason);
  }

  #hear(said: any): void {
    this.#tries = 0;
    if (said.kind === "view") {
      this.status = "open";
      this.#show(said);
    } else if (said.kind === "update") this.#change(said);
    else if (said.kind === "turn") this.onturn(said.number);
    else if (said.kind === "pointed") this.#point(said.element, said.seat);
    else if (said.kind === "bye") this.farewell = said.message;
    else if (said.kind === "done") this.#settle(said.id)?.resolve();
    else if (said.kind === "refused") {
      const refusal = new Refusal(said.refused, said.message);
      const waiting = this.#settle(said.id);
      if (waiting) waiting.reject(refusal);
      else this.farewell = said.message;
    }
  }

  #settle(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  #show(view: View): void {
    this.#isNew = false;
    this.#tell(view.story);
    this.view = view;
  }

  #change(said: { changed?: object; scene?: object; story?: StoryPart }): void {
    if (!this.view) return;
    const scene = said.scene ? { ...this.view.scene, ...said.scene } : this.view.scene;
    const story = said.story ?? this.view.story;
    if (said.story) this.#tell(said.story);
    this.view = { ...this.view, ...said.changed, scene, story };
  }

  /** Add sentences, or begin again where an answer was taken back. */
  #tell(part: StoryPart): void {
    if (part.anew || part.since === 0) this.told = [...part.told];
    else if (part.since === this.#lineCount) this.told = [...this.told, ...part.told];
    else void this.#again();
    this.#lineCount = part.since + part.lines.length;
  }

  async #again(): Promise<void> {
    const view = await fetchView(this.table, this.seat).catch(() => null);
    if (view) this.#show(view);
  }

  #point(element: string, seat: number): void {
    this.pointed = { ...this.pointed, [element]: seat };
    setTimeout(() => {
      const { [element]: _, ...rest } = this.pointed;
      this.pointed = rest;
    }, 3000);
  }

  #lose(code: number, reason: string): void {
    for (const waiting of this.#waiting.values()) waiting.reject(new Refusal("offline", ""));
    this.#waiting.clear();
    if (this.#ended) return;
    if (code === 1008) {
      this.farewell ||= reason;
      this.status = "gone";
      return;
    }
    this.status = "lost";
    this.retryIn = Math.min(LONGEST_WAIT, 2 ** this.#tries++);
    clearInterval(this.#timer);
    this.#timer = window.setInterval(() => {
      this.retryIn -= 1;
      if (this.retryIn <= 0) this.tryNow();
    }, 1000);
  }
}
