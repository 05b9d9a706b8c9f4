/** Signals of a record, fetched channel by channel when a chart first wants them. */

import { saidBy } from "@/words";
import { ROWS_HEAD_SIZE, readRowsHead } from "../../gen/binary";
import type { ChannelInfo, RecordInfo } from "../../gen/messages";
import type { Said } from "../../words/format";
import { Directory, type Entry, sizeOf } from "../channels";
import { cut, type PlotMark, type Series, type SignalSource } from "./source";

/** Rows as the server sends them: times, and one column a number. */
export interface Rows {
  readonly times: Float64Array;
  readonly columns: Float32Array[];
}

/** Read rows as the server packs them: a `RowsHead`, then the time since the first row and the numbers of each. */
export function decodeRows(buffer: ArrayBuffer): Rows {
  const view = new DataView(buffer);
  const head = buffer.byteLength < ROWS_HEAD_SIZE ? undefined : readRowsHead(view);
  if (!head || buffer.byteLength !== ROWS_HEAD_SIZE + 4 * head.rows * (1 + head.width)) {
    throw new RangeError("These bytes are not rows of a record.");
  }
  const { rows: count, width } = head;
  const times = new Float64Array(count);
  const columns = Array.from({ length: width }, () => new Float32Array(count));
  let place = ROWS_HEAD_SIZE;
  for (let row = 0; row < count; row++) {
    times[row] = view.getFloat32(place, true);
    place += 4;
    for (const column of columns) {
      column[row] = view.getFloat32(place, true);
      place += 4;
    }
  }
  return { times, columns };
}

/** Times that lost digits on the way, put back onto whole control steps. */
function onSteps(times: Float64Array, dt: number): Float64Array {
  if (!(dt > 0)) return times;
  return times.map((time) => {
    const whole = Math.round(time / dt) * dt;
    return Math.abs(time - whole) < 0.05 * dt ? whole : time;
  });
}

/** The address of the rows of some signals of a record. */
export function rowsPath(name: string, signals: readonly string[]): string {
  return `/api/records/${encodeURIComponent(name)}/rows?signals=${encodeURIComponent(signals.join(","))}`;
}

type Fetch = (path: string) => Promise<ArrayBuffer>;

export class RecordSource implements SignalSource {
  readonly live = false;
  readonly info: RecordInfo;
  readonly #directory: Directory;
  readonly #fetch: Fetch;
  readonly #rows = new Map<string, Rows | "coming" | "failed">();
  readonly #listeners = new Set<() => void>();
  readonly #marks: PlotMark[];
  #fault = "";

  /**
   * Args:
   *   info: What the server tells of the record.
   *   fetch: Gets the bytes of an address.
   */
  constructor(info: RecordInfo, fetch: Fetch) {
    this.info = info;
    this.#directory = new Directory(info.channels);
    this.#fetch = fetch;
    this.#marks = info.events.map(({ time, text, kind }) => ({ time, text: text as Said, kind }));
  }

  get channels(): readonly ChannelInfo[] {
    return this.#directory.channels;
  }

  entries(name: string): Entry[] {
    return this.#directory.entries(name);
  }

  want(_owner: string, names: readonly string[]): void {
    for (const name of names) {
      const channel = this.entries(name)[0]?.channel;
      if (channel && !this.#rows.has(channel.name)) void this.#load(channel);
    }
  }

  async #load(channel: ChannelInfo): Promise<void> {
    this.#rows.set(channel.name, "coming");
    try {
      const rows = decodeRows(await this.#fetch(rowsPath(this.info.entry.name, [channel.name])));
      if (rows.columns.length !== sizeOf(channel)) throw new RangeError(`${channel.name} has another size.`);
      this.#rows.set(channel.name, { ...rows, times: onSteps(rows.times, this.info.dt) });
      this.#fault = "";
    } catch (error) {
      this.#rows.set(channel.name, "failed");
      this.#fault = saidBy(error);
    }
    for (const listener of this.#listeners) listener();
  }

  /** Ask again for what could not be had. */
  retry(): void {
    this.#fault = "";
    for (const [name, rows] of this.#rows) {
      const channel = this.#directory.channel(name);
      if (rows === "failed" && channel) void this.#load(channel);
    }
    for (const listener of this.#listeners) listener();
  }

  #series(name: string): Series | undefined {
    const entry = this.entries(name)[0];
    const rows = entry && this.#rows.get(entry.channel.name);
    if (!rows || typeof rows === "string") return undefined;
    const values = rows.columns[entry.index];
    return values && { times: rows.times, values };
  }

  history(name: string, from: number, to: number): Series | undefined {
    const series = this.#series(name);
    return series && cut(series, from, to);
  }

  last(name: string): number | undefined {
    return this.#series(name)?.values.at(-1);
  }

  now(): number {
    return Math.max(0, (this.info.rows - 1) * this.info.dt);
  }

  marks(): readonly PlotMark[] {
    return this.#marks;
  }

  fault(): string {
    return this.#fault;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
