/** Where charts take signals from: a running session or a record. Charts know only this. */

import type { ChannelInfo } from "../../gen/messages";
import type { Said } from "../../words/format";
import { Directory, type Entry } from "../channels";
import type { Hub } from "../hub";

/** One number over time, oldest first; NaN where values are missing. */
export interface Series {
  readonly times: Float64Array;
  readonly values: Float32Array;
}

/** A moment that charts show as a vertical line. */
export interface PlotMark {
  readonly time: number;
  readonly text: Said;
  readonly kind: string;
}

/** Events that say how the machine does, not what the robot does: no marks. */
const CHORES: ReadonlySet<string> = new Set(["stall", "native", "evidence", "record-problem", "observer-failed"]);

export const isChore = (kind: string): boolean => CHORES.has(kind);

export interface SignalSource {
  /** Whether new values keep coming. */
  readonly live: boolean;
  readonly channels: readonly ChannelInfo[];
  /** The numbers that a name stands for, whole or by entry; empty if there are none. */
  entries(name: string): Entry[];
  /** Say which signals a view needs, by an own name of the view; an empty list ends it. */
  want(owner: string, names: readonly string[]): void;
  /** One number between two times, with one value more at each side; undefined while it is not there. */
  history(name: string, from: number, to: number): Series | undefined;
  /** The newest value. */
  last(name: string): number | undefined;
  /** The newest time [s]. */
  now(): number;
  marks(): readonly PlotMark[];
  /** Why signals cannot be had; empty if they can. */
  fault(): string;
  /** Be told when there is something new; returns how to end it. */
  subscribe(listener: () => void): () => void;
}

/** The first index whose time is not before `time`. */
export function indexAt(times: Float64Array, time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The part between two times, with one value more at each side so that lines reach the edges. */
export function cut(series: Series, from: number, to: number): Series {
  const begin = Math.max(0, indexAt(series.times, from) - 1);
  const end = Math.min(series.times.length, indexAt(series.times, to) + 1);
  return { times: series.times.subarray(begin, end), values: series.values.subarray(begin, end) };
}

/** The value nearest to a time; NaN if there is none or it is further away than `reach`. */
export function valueAt(series: Series | undefined, time: number, reach = Number.POSITIVE_INFINITY): number {
  if (!series || series.times.length === 0) return Number.NaN;
  const after = indexAt(series.times, time);
  const before = after - 1;
  const late = (series.times[after] ?? Number.POSITIVE_INFINITY) - time;
  const early = time - (series.times[before] ?? Number.NEGATIVE_INFINITY);
  if (Math.min(late, early) > reach) return Number.NaN;
  return (late <= early ? series.values[after] : series.values[before]) ?? Number.NaN;
}

/** Signals of the session that the page shows. */
export class LiveSource implements SignalSource {
  readonly live = true;
  readonly #hub: Hub;

  constructor(hub: Hub) {
    this.#hub = hub;
  }

  get channels(): readonly ChannelInfo[] {
    return this.#hub.directory.channels;
  }

  entries(name: string): Entry[] {
    return this.#hub.directory.entries(name);
  }

  want(owner: string, names: readonly string[]): void {
    this.#hub.want(owner, names);
  }

  history(name: string, from: number, to: number): Series | undefined {
    // A little more than asked: the value before the left edge is wanted as well.
    const found = this.#hub.history(name, from - 0.25);
    return found && cut(found, from, to);
  }

  last(name: string): number | undefined {
    return this.#hub.value(name);
  }

  now(): number {
    return this.#hub.frame?.time ?? 0;
  }

  marks(): readonly PlotMark[] {
    return this.#hub.marks;
  }

  fault(): string {
    return "";
  }

  subscribe(listener: () => void): () => void {
    return this.#hub.subscribe(listener);
  }
}

/** A source with nothing in it, for the time until there is one. */
export const NO_SOURCE: SignalSource = {
  live: false,
  channels: [],
  entries: (name) => new Directory([]).entries(name),
  want: () => {},
  history: () => undefined,
  last: () => undefined,
  now: () => 0,
  marks: () => [],
  fault: () => "",
  subscribe: () => () => {},
};
