/** Two signals against each other. */

import { gapOf, isLoss } from "./decimate";
import type { Series } from "./source";

/** Points of a trail, oldest first; NaN in both where it is broken. */
export interface Trail {
  readonly times: number[];
  readonly x: number[];
  readonly y: number[];
}

function put(trail: Trail, time: number, x: number, y: number): void {
  trail.times.push(time);
  trail.x.push(x);
  trail.y.push(y);
}

/** Pairs the samples that both signals have at the same time. */
export function pairOf(first: Series | undefined, second: Series | undefined): Trail {
  const trail: Trail = { times: [], x: [], y: [] };
  if (!first || !second) return trail;
  const gap = gapOf(first);
  let j = 0;
  for (let i = 0; i < first.times.length; i++) {
    if (isLoss(first, i)) continue;
    const time = first.times[i] ?? 0;
    while (j < second.times.length && (second.times[j] ?? 0) < time) j++;
    if (second.times[j] !== time) continue;
    const x = first.values[i] ?? Number.NaN;
    const y = second.values[j] ?? Number.NaN;
    const before = trail.times.at(-1);
    if (before !== undefined && time - before > gap) put(trail, (time + before) / 2, Number.NaN, Number.NaN);
    const broken = Number.isNaN(x) || Number.isNaN(y);
    put(trail, time, broken ? Number.NaN : x, broken ? Number.NaN : y);
  }
  return trail;
}

/** The least and greatest of values that are numbers. */
export function extent(values: readonly number[]): readonly [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

type Range = readonly [number, number];

/** Ranges widened so that a unit is as long upwards as sideways. */
export function equalRanges(x: Range, y: Range, width: number, height: number): { x: Range; y: Range } {
  const size = Math.max((x[1] - x[0]) / Math.max(1, width), (y[1] - y[0]) / Math.max(1, height));
  const about = ([low, high]: Range, pixels: number): Range => {
    const middle = (low + high) / 2;
    return [middle - (size * pixels) / 2, middle + (size * pixels) / 2];
  };
  return { x: about(x, width), y: about(y, height) };
}
