/** Scales of gauges. */

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

/** Share of the scale before its end zone from which on there is a warning. */
const WARNED = 0.1;

/** Whether a reading is in the end zone of a gauge, or near it; empty if there is none, or it is far. */
export function zoneOf(
  value: number,
  range: readonly number[],
  end: readonly number[] | undefined,
): "end" | "near" | "" {
  const [low = 0, high = 1] = range;
  const [from, to] = end ?? [];
  if (from === undefined || to === undefined) return "";
  if (value >= from && value <= to) return "end";
  // past the scale, on the side of the end zone
  if ((value > to && to >= high) || (value < from && from <= low)) return "end";
  const margin = WARNED * (high - low);
  return value > from - margin && value < to + margin ? "near" : "";
}
