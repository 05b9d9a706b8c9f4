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
  for (let i = Math.ceil(low / step - 1e-9); i <= high / step + 1e-9; i++) ticks.push(i * step + 0);
  return ticks;
}

/** Marks of an axis that is so many pixels long; a short one is marked at its ends and in the middle. */
export function axisTicks(low: number, high: number, pixels: number): number[] {
  if (pixels < 44) return [low, high];
  if (pixels < 90) return [low, (low + high) / 2, high];
  return ticksIn(low, high, pixels / Math.min(64, Math.max(24, pixels / 7)));
}

/** Decimals with which all marks can be written; at most six. */
export function decimalsOf(ticks: readonly number[]): number {
  for (let decimals = 0; decimals < 6; decimals++) {
    const size = 10 ** decimals;
    if (ticks.every((tick) => Math.abs(tick * size - Math.round(tick * size)) < 1e-6 * size)) return decimals;
  }
  return 6;
}
