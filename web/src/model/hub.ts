/**
 * Where frames arrive and from where views take what they draw.
 *
 * Views say which signals they need (`want`); the union is asked of the server. Nothing here waits for React: views
 * read poses and values when they draw.
 */

import type { ChannelInfo } from "../gen/messages";
import { Directory } from "./channels";
import { decodeFrame, type Frame, type Status } from "./frame";
import { Ring } from "./ring";

/** Rows of history that are kept of each watched number: five minutes of 10 ms. */
export const HISTORY = 30_000;
/** What nobody has looked at for so long is forgotten [ms]: a drawer that is closed and opened again finds its lines. */
export const FORGET = 60_000;
/** Time between two looks for what can be forgotten [ms]. */
const SWEEP = 5_000;
/** A number that is older than the newest row by more has missed rows [s]. */
const HOLE = 1e-3;

export type Listener = (frame: Frame) => void;

/** A moment worth a mark in plots. */
export interface Mark {
  time: number;
  text: string;
  kind: string;
}

export class Hub {
  directory = new Directory([]);
  bodies: readonly string[] = [];
  frame: Frame | null = null;
  marks: Mark[] = [];
  /** Called when other signals are needed than before. */
  onWatch: (number: number, signals: string[]) => void = () => {};

  #described = -1;
  #number = 0;
  #watched: string[] = [];
  #wants = new Map<string, readonly string[]>();
  #rings = new Map<string, Ring>();
  /** Since when nobody wants a number [ms]. */
  #idle = new Map<string, number>();
  #swept = 0;
  readonly #now: () => number;
  /** Rings of the columns of a row; null for a number that an earlier column has brought. */
  #order: (Ring | null)[] = [];
  #listeners = new Set<Listener>();
  #last = Number.NEGATIVE_INFINITY;

  /** `now` is the clock by which unused signals are forgotten [ms]. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** The session was opened, or opened anew: its signals may be others. */
  describe(number: number, channels: readonly ChannelInfo[], bodies: readonly string[]): void {
    this.#described = number;
    this.directory = new Directory(channels);
    this.bodies = bodies;
    this.#watch(true);
  }

  /** Forget everything: another session follows. */
  clear(): void {
    this.describe(-1, [], []);
    this.frame = null;
    this.marks = [];
    this.#rings.clear();
    this.#idle.clear();
    this.#last = Number.NEGATIVE_INFINITY;
  }

  /** Say which signals a view needs, whole or by entry; an empty list ends it. */
  want(owner: string, signals: readonly string[]): void {
    if (signals.length === 0) this.#wants.delete(owner);
    else this.#wants.set(owner, signals);
    this.#watch(false);
  }

  /** The list that is watched now; sent again after a reconnection. */
  get watched(): { number: number; signals: string[] } {
    return { number: this.#number, signals: this.#watched };
  }

  #watch(anew: boolean): void {
    const names = [...new Set([...this.#wants.values()].flat())].filter(
      (name) => this.directory.entries(name).length > 0,
    );
    names.sort();
    if (!anew && names.join() === this.#watched.join()) return;
    this.#watched = names;
    this.#number += 1;
    const wanted = names.flatMap((name) => this.directory.entries(name)).map((entry) => entry.name);
    const seen = new Set<string>();
    this.#order = wanted.map((name) => {
      if (seen.has(name)) return null;
      seen.add(name);
      return this.#ring(name);
    });
    for (const name of this.#rings.keys()) {
      if (seen.has(name)) this.#idle.delete(name);
      else if (!this.#idle.has(name)) this.#idle.set(name, this.#now());
    }
    this.#sweep();
    this.onWatch(this.#number, names);
  }

  /** Forget the history of what nobody has wanted for a while. */
  #sweep(): void {
    this.#swept = this.#now();
    for (const [name, since] of this.#idle) {
      if (this.#swept - since < FORGET) continue;
      this.#rings.delete(name);
      this.#idle.delete(name);
    }
  }

  /** How many numbers have a history, and how many values there is room for in all of them. */
  get kept(): { numbers: number; room: number } {
    const rings = [...this.#rings.values()];
    return { numbers: rings.length, room: rings.reduce((sum, ring) => sum + ring.room, 0) };
  }

  #ring(name: string): Ring {
    const known = this.#rings.get(name);
    if (known) return known;
    const made = new Ring(HISTORY);
    this.#rings.set(name, made);
    return made;
  }

  /** Take a frame from the server. */
  take(buffer: ArrayBuffer): Frame | null {
    const frame = decodeFrame(buffer);
    if (!frame || frame.described !== this.#described) return null;
    this.frame = frame;
    if (this.#idle.size > 0 && this.#now() - this.#swept > SWEEP) this.#sweep();
    if (frame.watch === this.#number) this.#keep(frame);
    for (const listener of this.#listeners) listener(frame);
    return frame;
  }

  #keep(frame: Frame): void {
    const stride = 1 + frame.width;
    for (let row = 0; row < frame.count; row++) {
      const time = frame.time + (frame.rows[row * stride] ?? 0);
      if (time < this.#last - 0.5) {
        for (const ring of this.#rings.values()) ring.clear(); // the clock began anew
        this.marks = []; // their times are of the clock before
        this.#last = Number.NEGATIVE_INFINITY;
      }
      const broken = row === 0 && frame.gap && time > this.#last;
      this.#order.forEach((ring, index) => {
        // one that nobody watched for a while has a hole, though others went on
        const missed = ring !== null && ring.length > 0 && ring.newest < this.#last - HOLE;
        if (broken || missed) ring?.put((this.#last + time) / 2, Number.NaN);
        ring?.put(time, frame.rows[row * stride + 1 + index] ?? Number.NaN);
      });
      this.#last = Math.max(this.#last, time);
    }
  }

  /** The newest value of one number, or undefined if nobody watches it. */
  value(name: string): number | undefined {
    const entry = this.directory.entries(name)[0];
    return entry ? this.#rings.get(entry.name)?.last : undefined;
  }

  /** The newest values of a whole signal. */
  values(name: string): number[] {
    return this.directory.entries(name).map((entry) => this.#rings.get(entry.name)?.last ?? Number.NaN);
  }

  /** One number over time, from a time on. */
  history(name: string, from: number): { times: Float64Array; values: Float32Array } | undefined {
    const entry = this.directory.entries(name)[0];
    return entry ? this.#rings.get(entry.name)?.since(from) : undefined;
  }

  /** The pose of a body: position and quaternion (w, x, y, z). */
  pose(body: number): Float32Array | undefined {
    return this.frame?.poses.subarray(7 * body, 7 * body + 7);
  }

  get status(): Status | null {
    return this.frame;
  }

  mark(text: string, kind: string): void {
    this.marks.push({ time: this.frame?.time ?? 0, text, kind });
    if (this.marks.length > 200) this.marks.shift();
  }

  /** Be told of every frame; returns how to end it. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
