/** Many samples into few points that look the same: the least and the greatest of every column of pixels stay. */

import type { Series } from "./source";

/** A value of a point; null breaks the line, undefined says nothing. */
export type Point = number | null | undefined;

/** Points in a column: the two extremes, and a place for a break. */
export const SLOTS = 3;

/** A jump in time longer than this many usual steps is a gap. */
const GAP_STEPS = 8;

/** The usual step between samples: the median of a few. Marks of missing values are no samples. */
export function usualStep({ times, values }: Series): number {
  const steps: number[] = [];
  const stride = Math.max(1, Math.floor(times.length / 64));
  for (let i = stride; i < times.length; i += stride) {
    const missing = Number.isNaN(values[i] ?? Number.NaN) || Number.isNaN(values[i - 1] ?? Number.NaN);
    if (!missing) steps.push((times[i] ?? 0) - (times[i - 1] ?? 0));
  }
  steps.sort((a, b) => a - b);
  return steps[steps.length >> 1] ?? 0;
}

/** The jump in time from which on samples are not joined [s]. */
export function gapOf(series: Series): number {
  const step = usualStep(series);
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
  const gap = Math.max(gapOf(series), width);
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
      if (isLoss(series, i)) continue;
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

/**
 * Whether a missing value only says that samples were lost on the way: it stands right before the next sample. The jump
 * in time then decides whether there is a gap, so that one lost sample does not make dashes of a line.
 */
export function isLoss({ times, values }: Series, i: number): boolean {
  return Number.isNaN(values[i] ?? Number.NaN) && (times[i + 1] ?? Number.POSITIVE_INFINITY) - (times[i] ?? 0) < 2e-4;
}

/** All samples as points, with breaks at NaN and at jumps in time. */
export function everyPoint(series: Series, scale = 1): { times: number[]; points: Point[] } {
  const times: number[] = [];
  const points: Point[] = [];
  const gap = gapOf(series);
  for (let i = 0; i < series.times.length; i++) {
    if (isLoss(series, i)) continue;
    const time = series.times[i] ?? 0;
    const before = times.at(-1);
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
