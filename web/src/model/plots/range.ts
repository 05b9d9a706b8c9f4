/** Ranges and steps that people can read. */

const ROUND = [1, 2, 5, 10];

/** The least of 1, 2, 5 times a power of ten that is not below `size`. */
export function roundStep(size: number): number {
  if (!(size > 0) || !Number.isFinite(size)) return 1;
  const power = 10 ** Math.floor(Math.log10(size));
  return (ROUND.find((factor) => factor * power >= size * (1 - 1e-9)) ?? 10) * power;
}

export type Range = readonly [number, number];

/** How much of the old range values must fill for it to stay. */
const ENOUGH = 0.45;

/**
 * A range around values whose ends are round. The one before stays while values fill it well enough: axes that jump at
 * every sample cannot be read.
 *
 * Args:
 *   least: The least difference that is worth to be seen; noise below it stays flat.
 */
export function niceRange(low: number, high: number, before: Range | null, least = 1e-6): Range {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return before ?? [0, 1];
  if (before && low >= before[0] && high <= before[1]) {
    const span = Math.max(high - low, least);
    if (span >= ENOUGH * (before[1] - before[0])) return before;
  }
  const middle = (low + high) / 2;
  const half = Math.max((high - low) / 2, least / 2) * 1.1;
  const step = roundStep(half / 2);
  return [Math.floor((middle - half) / step) * step, Math.ceil((middle + half) / step) * step];
}

/** Round numbers in a range, at most `most` of them or two. */
export function ticksIn(low: number, high: number, most: number): number[] {
  const step = roundStep((high - low) / Math.max(1, most));
  const ticks: number[] = [];
  for (let i = Math.ceil(low / step - 1e-9); i <= high / step + 1e-9; i++) ticks.push(i * step);
  return ticks;
}

/** Decimals that tell neighbouring ticks apart. */
export function decimalsOf(ticks: readonly number[]): number {
  const step = Math.abs((ticks[1] ?? 1) - (ticks[0] ?? 0));
  if (!(step > 0)) return 0;
  return Math.min(6, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
}
