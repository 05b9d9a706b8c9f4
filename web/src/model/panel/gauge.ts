/** Scales of gauges. */

import type { Gauge } from "../../gen/documents";
import type { GaugeZones } from "../../gen/messages";

/** Time for which the highest reading stays marked [ms]. */
export const PEAK_HOLD = 2000;

/** A value on a scale, 0 at its low end and 1 at its high end. */
export function scaleShare(value: number, range: readonly number[]): number {
  const [low = 0, high = 1] = range;
  return high > low ? Math.min(1, Math.max(0, (value - low) / (high - low))) : 0;
}

/** Path of an arc on a half dial of a radius about (50, 54), between two shares of the scale. */
export function arc(from: number, to: number, radius = 40): string {
  const point = (share: number) => {
    const angle = Math.PI * (1 - share);
    return `${(50 + radius * Math.cos(angle)).toFixed(2)} ${(54 - radius * Math.sin(angle)).toFixed(2)}`;
  };
  return `M${point(from)}A${radius} ${radius} 0 0 1 ${point(to)}`;
}

/** The highest value of the last two seconds. */
export class Peak {
  #value = Number.NEGATIVE_INFINITY;
  #since = 0;

  /** Takes a value at a time [ms]; returns the peak. */
  take(value: number, now: number): number {
    if (value >= this.#value || now - this.#since > PEAK_HOLD) {
      this.#value = value;
      this.#since = now;
    }
    return this.#value;
  }
}

/** Moves a needle towards its value with a time constant of 60 ms, so that it does not tremble. */
export function damped(shown: number, value: number, elapsed: number): number {
  return Number.isFinite(shown) ? value + (shown - value) * Math.exp(-Math.max(0, elapsed) / 60) : value;
}

/** Share of the scale before an end zone from which on there is a warning. */
const WARNED = 0.1;

type Span = readonly [number, number];

/** Zones of a gauge on its scale: where a value is wanted, where there is a warning, and where it must not be. */
export interface Zones {
  range: Span;
  working: Span | null;
  near: readonly Span[];
  end: readonly Span[];
}

const span = (pair: readonly number[] | undefined): Span | null =>
  pair?.[0] !== undefined && pair[1] !== undefined ? [pair[0], pair[1]] : null;

/** The zones of a gauge: those of the task as it is now, or else those of the panel. */
export function zonesOf(gauge: Pick<Gauge, "range" | "working" | "end">, task?: GaugeZones): Zones {
  const range = span(task?.range ?? gauge.range) ?? [0, 1];
  const [low, high] = range;
  const own = span(gauge.end);
  const end: Span[] = task ? [] : own ? [own] : [];
  if (task?.low != null) end.push([low, task.low]);
  if (task?.high != null) end.push([task.high, high]);
  const margin = WARNED * (high - low);
  const near = end.flatMap(([from, to]): Span[] => [
    ...(from > low ? [[Math.max(low, from - margin), from] as const] : []),
    ...(to < high ? [[to, Math.min(high, to + margin)] as const] : []),
  ]);
  return { range, working: span(task ? task.working : gauge.working), near, end };
}

/** Whether a reading is in an end zone of a gauge, or near one; empty if it is far. */
export function zoneOf(value: number, { range: [low, high], near, end }: Zones): "end" | "near" | "" {
  const within = ([from, to]: Span) => value >= from && value <= to;
  // past the scale, on the side of an end zone
  const past = ([from, to]: Span) => (value > to && to >= high) || (value < from && from <= low);
  if (end.some((one) => within(one) || past(one))) return "end";
  return near.some(within) ? "near" : "";
}
