/**
 * The line to one session, as a worker keeps it: the connection, the signs of life, and whether the page itself lives.
 *
 * Drawing delays neither this nor what it sends. The page is sent what came in batches and takes one at a time, so that
 * a busy page is not flooded; a page that takes none, and gives no other sign either, does not respond.
 */

import { FRAME_FLAGS, FRAME_HEAD_AT } from "../gen/frame";
import type { Beat, BeatBack } from "../gen/messages";

/** Time between two signs of life while operating [ms]. */
export const BEAT = 50;
/** Time from one sign of life to the next that counts as silence of the page at most [ms]. */
const LONGEST = 1.2 * BEAT;
/** Time between two signs of life of those who watch [ms]. */
export const SLOW_BEAT = 1000;
/** The server answers every sign of life; if nothing comes for so long [ms], the line is dead. */
const SILENCE = 4000;
/** Codes by which the server says that there is no such session, or none any more. */
const GONE = [4404, 4410];
const FIRST_RETRY = 250;
const LAST_RETRY = 5000;
/** Frames that wait for a busy page; of more, the oldest are given up, and the next one says that rows are missing. */
const MAX_FRAMES = 240;
/** Answers to signs of life from one that is told to the page to the next. */
const TELL_EVERY = 5;
/** Time that the connection has to close in order [ms]. */
const CLOSING = 1000;

/** Whether the page is in hand; else it is hidden, or its window has lost the focus. */
export type Hand = NonNullable<Beat["hand"]>;

/** What the page says to its line. */
export type ToLine =
  | { do: "open"; address: string; language: string }
  | { do: "language"; language: string }
  | { do: "send"; text: string }
  /** The page is at work, in the middle of something that may take long. */
  | { do: "alive" }
  /** The page has taken the last batch. */
  | { do: "taken" }
  | { do: "hand"; hand: Hand }
  | { do: "operating"; operating: boolean }
  | { do: "close" };

/** What the page is told: messages and frames of the server as they came, and how the line does. */
export type Item =
  | string
  | ArrayBuffer
  | { type: "linked"; open: boolean }
  | { type: "beat"; latency: number; age: number }
  | { type: "gone" };

export class Line {
  readonly #post: (batch: Item[], frames: ArrayBuffer[]) => void;
  readonly #end: () => void;
  #socket: WebSocket | null = null;
  #address = "";
  #language = "";
  #waiting: Item[] = [];
  #frames = 0;
  /** Whether the page has a batch that it has not taken yet. */
  #asked = false;
  /** When the page gave its last sign, and for how long it has given none [ms]. */
  #alive = 0;
  #silence = 0;
  #beaten = 0;
  #heard = 0;
  #hand: Hand = "here";
  #operating = false;
  #closed = false;
  #retry = FIRST_RETRY;
  #retrying: ReturnType<typeof setTimeout> | undefined;
  #beating: ReturnType<typeof setTimeout> | undefined;
  #due = 0;
  #answers = 0;

  /**
   * Args:
   *   post: Gives the page a batch; its frames are handed over.
   *   end: Ends the worker.
   */
  constructor(post: (batch: Item[], frames: ArrayBuffer[]) => void, end: () => void) {
    this.#post = post;
    this.#end = end;
  }

  /** The page says something: that alone shows that it responds. */
  hear(said: ToLine): void {
    this.#alive = performance.now();
    switch (said.do) {
      case "open":
        this.#address = said.address;
        this.#language = said.language;
        this.#connect();
        this.#beat();
        break;
      case "language":
        this.#language = said.language;
        break;
      case "send":
        if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(said.text);
        break;
      case "alive":
        break;
      case "taken":
        this.#asked = false;
        if (this.#waiting.length > 0) this.#give();
        break;
      case "hand":
        if (said.hand === this.#hand) break;
        this.#hand = said.hand;
        this.#beat(); // at once: the stick is let go of now
        break;
      case "operating":
        if (said.operating === this.#operating) break;
        this.#operating = said.operating;
        this.#beat();
        break;
      case "close":
        this.#close();
        break;
    }
  }

  #connect(): void {
    const socket = new WebSocket(`${this.#address}?language=${this.#language}`);
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    this.#heard = performance.now();
    socket.onopen = () => {
      this.#retry = FIRST_RETRY;
      this.#tell({ type: "linked", open: true });
    };
    socket.onmessage = ({ data }: MessageEvent<ArrayBuffer | string>) => {
      this.#heard = performance.now();
      if (typeof data === "string" && data.startsWith('{"type":"beat"')) this.#answered(data);
      else this.#tell(data);
    };
    socket.onclose = ({ code }) => {
      this.#socket = null;
      if (this.#closed) this.#end();
      else if (GONE.includes(code)) {
        this.#tell({ type: "gone" });
        this.#close();
      } else this.#lost();
    };
  }

  #lost(): void {
    this.#tell({ type: "linked", open: false });
    // many pages that lost one server must not all come back at the same moment
    const pause = this.#retry * (0.5 + Math.random());
    this.#retry = Math.min(2 * this.#retry, LAST_RETRY);
    this.#retrying = setTimeout(() => this.#connect(), pause);
  }

  /** A sign of life of the server. */
  #answered(data: string): void {
    const { time, age } = JSON.parse(data) as BeatBack;
    this.#answers += 1;
    if (this.#operating && this.#answers % TELL_EVERY !== 0) return;
    this.#tell({ type: "beat", latency: performance.now() - time, age });
  }

  /** Say how the page does, and ask it for a sign. */
  #beat(): void {
    clearTimeout(this.#beating);
    if (this.#closed) return;
    const now = performance.now();
    const late = this.#due > 0 ? Math.max(0, now - this.#due) : 0;
    // time in which this worker was not run is not held against the page: both wait for the same processor
    const quiet = this.#alive > this.#beaten ? now - this.#alive : this.#silence + now - this.#beaten;
    this.#silence = this.#asked ? Math.min(quiet, this.#silence + LONGEST) : 0;
    this.#beaten = now;
    const silent = now - this.#heard > SILENCE;
    if (silent && this.#socket?.readyState === WebSocket.OPEN) this.#socket.close(); // a dead line closes late by itself
    const beat: Beat & { type: "beat" } = {
      type: "beat",
      time: now,
      operating: this.#operating,
      hand: this.#hand,
      page: this.#silence / 1000,
      late: late / 1000,
    };
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(beat));
    if (!this.#asked && this.#operating) this.#give();
    const pause = this.#operating ? BEAT : SLOW_BEAT;
    this.#due = now + pause;
    this.#beating = setTimeout(() => this.#beat(), pause);
  }

  #tell(item: Item): void {
    this.#waiting.push(item);
    if (item instanceof ArrayBuffer && ++this.#frames > MAX_FRAMES) this.#giveUp();
    if (!this.#asked) this.#give();
  }

  /** Give up the oldest frame that waits. */
  #giveUp(): void {
    const oldest = this.#waiting.findIndex((item) => item instanceof ArrayBuffer);
    this.#waiting.splice(oldest, 1);
    this.#frames -= 1;
    const next = this.#waiting.find((item) => item instanceof ArrayBuffer);
    if (!next) return;
    const flags = new DataView(next);
    flags.setUint8(FRAME_HEAD_AT.flags, flags.getUint8(FRAME_HEAD_AT.flags) | FRAME_FLAGS.gap);
  }

  /** Give the page all that waits; an empty batch only asks for a sign. */
  #give(): void {
    const batch = this.#waiting;
    this.#waiting = [];
    this.#frames = 0;
    this.#asked = true;
    this.#post(
      batch,
      batch.filter((item) => item instanceof ArrayBuffer),
    );
  }

  #close(): void {
    this.#closed = true;
    clearTimeout(this.#retrying);
    clearTimeout(this.#beating);
    this.#socket?.close();
    if (this.#socket) setTimeout(this.#end, CLOSING);
    else this.#end();
  }
}
