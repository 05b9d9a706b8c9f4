/** Poses of a record: rows as the server sends them, and any moment between two rows. */

import { POSES_HEAD_SIZE, readPosesHead } from "@/gen/binary";
import { STRIDE } from "../scene/pose";

/** Poses of all bodies over time; `times` grows, one entry a row. */
export interface PoseRows {
  readonly bodies: number;
  /** Time of each row since the first [s]. */
  readonly times: Float64Array;
  /** Row by row, seven numbers a body. */
  readonly data: Float32Array;
}

/** Read poses as the server packs them: a `PosesHead`, then all of them. */
export function decodePoses(buffer: ArrayBuffer): PoseRows {
  const head = buffer.byteLength < POSES_HEAD_SIZE ? undefined : readPosesHead(new DataView(buffer));
  if (!head || buffer.byteLength !== POSES_HEAD_SIZE + 4 * head.rows * head.bodies * STRIDE) {
    throw new RangeError("These bytes are not poses of a record.");
  }
  const { rows: count, bodies, step } = head;
  const times = Float64Array.from({ length: count }, (_, row) => row * step);
  return { bodies, times, data: new Float32Array(buffer, POSES_HEAD_SIZE, count * bodies * STRIDE) };
}

/** Use the true times of the rows: the disk may not have kept up with some of them. */
export function withTimes(rows: PoseRows, times: Float64Array): PoseRows {
  return times.length === rows.times.length ? { ...rows, times } : rows;
}

/** The most numbers that a page keeps of one record; more are thinned out and made up by interpolation. */
export const MAX_NUMBERS = 6_000_000;

/** Take every so many rows, so that the poses stay small. */
export function thinning(rows: number, bodies: number, most = MAX_NUMBERS): number {
  return Math.max(1, Math.ceil((rows * bodies * STRIDE) / most));
}

/** The last row that is not after a time. */
export function rowBefore(times: Float64Array, time: number): number {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((times[middle] ?? 0) <= time) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

/** A turn between two others, the short way; quaternions (w, x, y, z) from `from[at]` and `to[toAt]` into `out`. */
export function slerp(
  data: ArrayLike<number>,
  fromAt: number,
  toAt: number,
  share: number,
  out: Float32Array,
  outAt: number,
): void {
  let cosine = 0;
  for (let i = 0; i < 4; i++) cosine += (data[fromAt + i] ?? 0) * (data[toAt + i] ?? 0);
  // q and -q are the same turn: the nearer one is meant.
  const sign = cosine < 0 ? -1 : 1;
  const angle = Math.acos(Math.min(1, Math.abs(cosine)));
  const sine = Math.sin(angle);
  const near = sine < 1e-5;
  const a = near ? 1 - share : Math.sin((1 - share) * angle) / sine;
  const b = (near ? share : Math.sin(share * angle) / sine) * sign;
  for (let i = 0; i < 4; i++) out[outAt + i] = a * (data[fromAt + i] ?? 0) + b * (data[toAt + i] ?? 0);
}

/** The poses at a time, between rows; before the first and after the last row those. Returns `out`. */
export function posesAt({ times, bodies, data }: PoseRows, time: number, out: Float32Array): Float32Array {
  const last = times.length - 1;
  if (last < 0) return out;
  const row = rowBefore(times, time);
  const next = Math.min(row + 1, last);
  const span = (times[next] ?? 0) - (times[row] ?? 0);
  const share = span > 0 ? Math.min(1, Math.max(0, (time - (times[row] ?? 0)) / span)) : 0;
  const width = STRIDE * bodies;
  for (let body = 0; body < bodies; body++) {
    const at = STRIDE * body;
    const a = row * width + at;
    const b = next * width + at;
    for (let i = 0; i < 3; i++) {
      const from = data[a + i] ?? 0;
      out[at + i] = from + share * ((data[b + i] ?? 0) - from);
    }
    slerp(data, a + 3, b + 3, share, out, at + 3);
  }
  return out;
}
