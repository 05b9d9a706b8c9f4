/** The path of a hand, in pieces: only the piece that grows has to be built anew while it plays. */

import { rowBefore } from "./poses";

/** Points over time, three numbers each [m]. */
export interface Trail {
  readonly times: Float64Array;
  readonly points: Float32Array;
}

/** Points of one piece. */
export const PIECE = 60;

/** The path out of the columns of a signal: the first three are the place. */
export function trailOf(times: Float64Array, columns: readonly Float32Array[], most = 3000): Trail | null {
  const [x, y, z] = columns;
  if (!x || !y || !z || times.length < 2) return null;
  const step = Math.max(1, Math.ceil(times.length / most));
  const count = Math.ceil(times.length / step);
  const points = new Float32Array(3 * count);
  const kept = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const row = i * step;
    kept[i] = times[row] ?? 0;
    points.set([x[row] ?? 0, y[row] ?? 0, z[row] ?? 0], 3 * i);
  }
  return { times: kept, points };
}

/** The place at a time, between points. */
export function placeAt({ times, points }: Trail, time: number): [number, number, number] {
  const row = rowBefore(times, time);
  const next = Math.min(row + 1, times.length - 1);
  const span = (times[next] ?? 0) - (times[row] ?? 0);
  const share = span > 0 ? Math.min(1, Math.max(0, (time - (times[row] ?? 0)) / span)) : 0;
  const at = (i: number) => {
    const from = points[3 * row + i] ?? 0;
    return from + share * ((points[3 * next + i] ?? 0) - from);
  };
  return [at(0), at(1), at(2)];
}

export const pieceCount = (trail: Trail): number => Math.ceil(Math.max(0, trail.times.length - 1) / PIECE);

/** Which piece grows at a time; those before are whole, those after are not there yet. */
export const pieceAt = (trail: Trail, time: number): number =>
  Math.min(pieceCount(trail) - 1, Math.floor(rowBefore(trail.times, time) / PIECE));

/** Points of a piece up to a time; it begins where the one before ends. */
export function piece(trail: Trail, index: number, until: number): Float32Array {
  const first = index * PIECE;
  const last = Math.min(first + PIECE, trail.times.length - 1);
  const row = Math.min(last, rowBefore(trail.times, until));
  if (row >= last) return trail.points.subarray(3 * first, 3 * (last + 1));
  const points = new Float32Array(3 * (row - first + 2));
  points.set(trail.points.subarray(3 * first, 3 * (row + 1)));
  points.set(placeAt(trail, until), 3 * (row - first + 1));
  return points;
}
