/** The connection to one session: requests with answers. A worker keeps the line itself; see `line.ts`. */

import type { SessionReplies, SessionRequest } from "../gen/documents";
import type { Answer, Ask, FromPage, Release, Speak, Take, ToPage, Watch } from "../gen/messages";
import { language, onLanguage, words } from "../words";
import { watchHand } from "./hand";
import type { Item, ToLine } from "./line";

/** Time from one sign in the middle of work to the next [ms]. */
const SIGN = 30;

/** What is told of the connection; signs of life come with the time there and back [ms]. */
export interface Handlers {
  message: (said: Exclude<ToPage, { type: "beat" }>) => void;
  beat: (latency: number, age: number) => void;
  frame: (data: ArrayBuffer) => void;
  /** The connection is there, or lost. */
  link: (open: boolean) => void;
  /** The session is not there any more. */
  gone: () => void;
}

/** The answer to a request: what the session says to it, or null if it was not done. */
export type AnswerTo<R extends SessionRequest> = Answer & { value: SessionReplies[R["do"]] | null };

export class SessionLink {
  readonly #handlers: Handlers;
  readonly #worker: Worker;
  #open = false;
  #waiting = new Map<number, (answer: Answer) => void>();
  #next = 1;
  #closed = false;
  #signed = 0;
  readonly #leave: (() => void)[];

  constructor(id: string, handlers: Handlers) {
    this.#handlers = handlers;
    this.#worker = new Worker(new URL("./line.worker.ts", import.meta.url), { type: "module", name: "pult-line" });
    this.#worker.onmessage = ({ data }: MessageEvent<Item[]>) => this.#take(data);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const address = `${scheme}//${location.host}/ws/sessions/${encodeURIComponent(id)}`;
    this.#post({ do: "open", address, language: language() });
    this.#leave = [
      watchHand(id, (hand) => this.#post({ do: "hand", hand })),
      onLanguage((language) => {
        const speak: Speak & { type: "speak" } = { type: "speak", language };
        this.#post({ do: "language", language });
        this.#send(speak);
      }),
    ];
  }

  #post(said: ToLine): void {
    this.#worker.postMessage(said);
  }

  /** Take a batch; the line is given signs all the while, because this may take long. */
  #take(batch: readonly Item[]): void {
    try {
      for (const item of batch) {
        if (this.#closed) break;
        this.alive();
        this.#heard(item);
      }
    } finally {
      this.#post({ do: "taken" });
    }
  }

  #heard(item: Item): void {
    if (item instanceof ArrayBuffer) {
      this.#handlers.frame(item);
    } else if (typeof item === "string") {
      const said = JSON.parse(item) as ToPage;
      if (said.type === "answer") this.#answered(said);
      if (said.type !== "beat") this.#handlers.message(said);
    } else if (item.type === "beat") {
      this.#handlers.beat(item.latency, item.age);
    } else if (item.type === "gone") {
      this.close();
      this.#handlers.gone();
    } else {
      this.#open = item.open;
      if (!item.open) this.#lost();
      this.#handlers.link(item.open);
    }
  }

  #answered(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    waiting?.(answer);
  }

  #lost(): void {
    for (const [id, waiting] of this.#waiting)
      waiting({ type: "answer", id, ok: false, error: words().common.link.lost, value: null, tick: null });
    this.#waiting.clear();
  }

  /** Whether this page operates: then its line shows all the time that it is alive. */
  set operating(operating: boolean) {
    this.#post({ do: "operating", operating });
  }

  /** A sign in the middle of work that may take long, such as drawing: the page is slow, but it responds. */
  alive(): void {
    const now = performance.now();
    if (now - this.#signed < SIGN) return;
    this.#signed = now;
    this.#post({ do: "alive" });
  }

  #send(message: FromPage): boolean {
    if (this.#open) this.#post({ do: "send", text: JSON.stringify(message) });
    return this.#open;
  }

  #request(make: (id: number) => Ask | Take | Release): Promise<Answer> {
    const id = this.#next++;
    return new Promise((resolve) => {
      if (this.#send(make(id))) this.#waiting.set(id, resolve);
      else resolve({ type: "answer", id, ok: false, error: words().common.link.lost, value: null, tick: null });
    });
  }

  /** Ask something of the session. */
  ask<R extends SessionRequest>(request: R): Promise<AnswerTo<R>> {
    return this.#request((id) => ({ type: "ask", id, request })) as Promise<AnswerTo<R>>;
  }

  take(name: string, force: boolean): Promise<Answer> {
    return this.#request((id) => ({ type: "take", id, name, force }));
  }

  release(): Promise<Answer> {
    return this.#request((id) => ({ type: "release", id }));
  }

  watch(number: number, signals: string[]): void {
    const watch: Watch & { type: "watch" } = { type: "watch", number, signals, every: 1 };
    this.#send(watch);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const leave of this.#leave) leave();
    this.#post({ do: "close" });
  }
}
