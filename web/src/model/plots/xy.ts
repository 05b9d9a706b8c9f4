/** Two signals against each other. */

import type { Series } from "./source";

/** Points of a trail, oldest first; NaN in both where it is broken. */
export interface Trail {
  readonly times: number[];
  readonly x: number[];
  readonly y: number[];
}

/** Pairs the samples that both signals have at the same time. */
export function pairOf(first: Series | undefined, second: Series | undefined): Trail {
  const trail: Trail = { times: [], x: [], y: [] };
  if (!first || !second) return trail;
  let j = 0;
  for (let i = 0; i < first.times.length; i++) {
    const time = first.times[i] ?? 0;
    while (j < second.times.length && (second.times[j] ?? 0) < time) j++;
    if (second.times[j] !== time) continue;
    const x = first.values[i] ?? Number.NaN;
    const y = second.values[j] ?? Number.NaN;
    const broken = Number.isNaN(x) || Number.isNaN(y);
    trail.times.push(time);
    trail.x.push(broken ? Number.NaN : x);
    trail.y.push(broken ? Number.NaN : y);
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
