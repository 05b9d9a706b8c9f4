/** The connection to one session: requests with answers, beats, reconnection. */

import type { Answer, Ask, Beat, FromPage, Release, Speak, Take, ToPage, Watch } from "../gen/messages";
import { language, onLanguage, words } from "../words";

/** Time between two signs of life while operating [ms]; the robot stops after 250 ms of silence. */
const BEAT = 50;
/** Time between two signs of life of those who watch [ms]. */
const SLOW_BEAT = 1000;
/** The server answers every sign of life; if nothing comes for so long [ms], the line is dead. */
const SILENCE = 4000;
/** Codes by which the server says that there is no such session, or none any more. */
const GONE = [4404, 4410];
const FIRST_RETRY = 250;
const LAST_RETRY = 5000;

export interface Handlers {
  message: (said: ToPage) => void;
  frame: (data: ArrayBuffer) => void;
  /** The connection is there, or lost. */
  link: (open: boolean) => void;
  /** The session is not there any more. */
  gone: () => void;
}

export class SessionLink {
  readonly #address: string;
  readonly #handlers: Handlers;
  #socket: WebSocket | null = null;
  #waiting = new Map<number, (answer: Answer) => void>();
  #next = 1;
  #retry = FIRST_RETRY;
  #timer = 0;
  #beats = 0;
  #closed = false;
  #operating = false;
  #beaten = 0;
  #heard = 0;
  readonly #deaf: () => void;

  constructor(id: string, handlers: Handlers) {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.#address = `${scheme}//${location.host}/ws/sessions/${encodeURIComponent(id)}`;
    this.#handlers = handlers;
    this.#connect();
    this.#beat();
    this.#deaf = onLanguage((language) => {
      const speak: Speak & { type: "speak" } = { type: "speak", language };
      this.#send(speak);
    });
  }

  #connect(): void {
    const socket = new WebSocket(`${this.#address}?language=${language()}`);
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    socket.onopen = () => {
      this.#retry = FIRST_RETRY;
      this.#handlers.link(true);
    };
    this.#heard = performance.now();
    socket.onmessage = (event: MessageEvent<ArrayBuffer | string>) => {
      this.#heard = performance.now();
      if (typeof event.data !== "string") {
        this.#handlers.frame(event.data);
        // a page that is busy drawing is late with its timers, but alive as long as it takes frames
        if (this.#operating && performance.now() - this.#beaten > BEAT) this.#beat();
        return;
      }
      const said = JSON.parse(event.data) as ToPage;
      if (said.type === "answer") this.#answered(said);
      this.#handlers.message(said);
    };
    socket.onclose = ({ code }) => {
      if (GONE.includes(code) && !this.#closed) {
        this.close();
        this.#handlers.gone();
      } else this.#lost();
    };
  }

  #answered(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    waiting?.(answer);
  }

  #lost(): void {
    if (this.#closed) return;
    this.#socket = null;
    for (const [id, waiting] of this.#waiting)
      waiting({ type: "answer", id, ok: false, error: words().common.link.lost, value: null, tick: null });
    this.#waiting.clear();
    this.#handlers.link(false);
    // many pages that lost one server must not all come back at the same moment
    const pause = this.#retry * (0.5 + Math.random());
    this.#retry = Math.min(2 * this.#retry, LAST_RETRY);
    this.#timer = window.setTimeout(() => this.#connect(), pause);
  }

  /** Whether this page operates: then it shows all the time that it is alive. */
  set operating(value: boolean) {
    if (value === this.#operating) return;
    this.#operating = value;
    window.clearTimeout(this.#beats);
    this.#beat();
  }

  #beat(): void {
    window.clearTimeout(this.#beats);
    this.#beaten = performance.now();
    const silent = this.#beaten - this.#heard > SILENCE;
    if (silent && this.#socket?.readyState === WebSocket.OPEN) this.#socket.close(); // a dead line closes late by itself
    const beat: Beat & { type: "beat" } = { type: "beat", time: performance.now(), operating: this.#operating };
    this.#send(beat);
    this.#beats = window.setTimeout(() => this.#beat(), this.#operating ? BEAT : SLOW_BEAT);
  }

  #send(message: FromPage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #request(make: (id: number) => Ask | Take | Release): Promise<Answer> {
    const id = this.#next++;
    return new Promise((resolve) => {
      if (this.#send(make(id))) this.#waiting.set(id, resolve);
      else resolve({ type: "answer", id, ok: false, error: words().common.link.lost, value: null, tick: null });
    });
  }

  /** Ask something of the session. */
  ask(request: unknown): Promise<Answer> {
    return this.#request((id) => ({ type: "ask", id, request }));
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
    this.#closed = true;
    this.#deaf();
    window.clearTimeout(this.#timer);
    window.clearTimeout(this.#beats);
    this.#socket?.close();
  }
}
