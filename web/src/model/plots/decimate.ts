/** Many samples into few points that look the same: the least and the greatest of every column of pixels stay. */

import type { Series } from "./source";

/** A value of a point; null breaks the line, undefined says nothing. */
export type Point = number | null | undefined;

/** Points in a column: the two extremes, and a place for a break. */
export const SLOTS = 3;

/** A jump in time longer than this many usual steps is a gap. */
const GAP_STEPS = 8;

/** The usual step between samples: the median of a few. */
export function usualStep(times: Float64Array): number {
  const steps: number[] = [];
  const stride = Math.max(1, Math.floor(times.length / 32));
  for (let i = stride; i < times.length; i += stride) steps.push((times[i] ?? 0) - (times[i - 1] ?? 0));
  steps.sort((a, b) => a - b);
  return steps[steps.length >> 1] ?? 0;
}

/** The jump in time from which on samples are not joined [s]. */
export function gapOf(times: Float64Array): number {
  const step = usualStep(times);
  return step > 0 ? GAP_STEPS * step : Number.POSITIVE_INFINITY;
}

/**
 * The width of a column: a power of two of seconds, at most `span / columns`. Columns begin at whole multiples of it, so
 * that a scrolling line does not shimmer.
 */
export function columnWidth(span: number, columns: number): number {
  return 2 ** Math.floor(Math.log2(Math.max(span, 1e-9) / Math.max(1, columns)));
}

/** Times of the points of columns `first` to `first + count - 1`. */
export function columnTimes(first: number, count: number, width: number): Float64Array {
  const times = new Float64Array(SLOTS * count);
  for (let i = 0; i < times.length; i++) {
    times[i] = (first + Math.floor(i / SLOTS) + ((i % SLOTS) + 0.5) / SLOTS) * width;
  }
  return times;
}

/** The points of one line in columns, in the order in which its extremes came. */
export function decimate(series: Series, first: number, count: number, width: number, scale = 1): Point[] {
  const points: Point[] = new Array(SLOTS * count);
  const { times, values } = series;
  const gap = Math.max(gapOf(times), width);
  let before = Number.NaN;
  let i = 0;
  while (i < times.length) {
    const column = Math.floor((times[i] ?? 0) / width);
    let low = -1;
    let high = -1;
    let broken = false;
    if ((times[i] ?? 0) - before > gap) breakBefore(points, column - first);
    for (; i < times.length && Math.floor((times[i] ?? 0) / width) === column; i++) {
      const value = values[i] ?? Number.NaN;
      before = times[i] ?? 0;
      if (Number.isNaN(value)) broken = true;
      else {
        if (low < 0 || value < (values[low] ?? 0)) low = i;
        if (high < 0 || value > (values[high] ?? 0)) high = i;
      }
    }
    const at = SLOTS * (column - first);
    if (at < 0 || at >= points.length) continue;
    if (low >= 0) {
      points[at] = scale * (values[Math.min(low, high)] ?? 0);
      if (low !== high) points[at + 1] = scale * (values[Math.max(low, high)] ?? 0);
    }
    if (broken) points[at + 2] = null;
  }
  return points;
}

function breakBefore(points: Point[], column: number): void {
  const at = SLOTS * column - 1;
  if (at >= 0 && at < points.length) points[at] = null;
}

/** All samples as points, with breaks at NaN and at jumps in time. */
export function everyPoint(series: Series, scale = 1): { times: number[]; points: Point[] } {
  const times: number[] = [];
  const points: Point[] = [];
  const gap = gapOf(series.times);
  for (let i = 0; i < series.times.length; i++) {
    const time = series.times[i] ?? 0;
    const before = series.times[i - 1];
    if (before !== undefined && time - before > gap) {
      times.push((time + before) / 2);
      points.push(null);
    }
    const value = series.values[i] ?? Number.NaN;
    times.push(time);
    points.push(Number.isNaN(value) ? null : scale * value);
  }
  return { times, points };
}
