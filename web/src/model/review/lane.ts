/** The timeline: ticks of its ruler, and lines of signals as columns of pixels. */

const STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600];

/** The step of the ruler: marks stand at least `least` apart [px]. */
export function rulerStep(length: number, width: number, least = 64): number {
  return STEPS.find((step) => (step / Math.max(length, 1e-9)) * width >= least) ?? 7200;
}

/** Times of the marks. */
export function rulerMarks(length: number, width: number): number[] {
  const step = rulerStep(length, width);
  return Array.from({ length: Math.floor(length / step + 1e-9) + 1 }, (_, i) => i * step);
}

export interface Column {
  x: number;
  low: number;
  high: number;
  first: number;
  last: number;
}

/** Samples as columns of pixels with their least and greatest value; what is no number breaks nothing and is left out. */
export function columnsOf(times: ArrayLike<number>, values: ArrayLike<number>, x: (time: number) => number): Column[] {
  const columns: Column[] = [];
  for (let i = 0; i < times.length; i++) {
    const value = values[i] ?? Number.NaN;
    if (!Number.isFinite(value)) continue;
    const at = Math.round(x(times[i] ?? 0));
    const column = columns[columns.length - 1];
    if (column?.x === at) {
      column.low = Math.min(column.low, value);
      column.high = Math.max(column.high, value);
      column.last = value;
    } else {
      columns.push({ x: at, low: value, high: value, first: value, last: value });
    }
  }
  return columns;
}

/** A range with a little room that holds all columns; never empty. */
export function rangeOf(lines: readonly (readonly Column[])[]): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const column of lines.flat()) {
    low = Math.min(low, column.low);
    high = Math.max(high, column.high);
  }
  if (low > high) return [0, 1];
  // Nothing is a value people look for: the axis shows it if it is near.
  if (low > 0 && low < 0.5 * high) low = 0;
  if (high < 0 && high > 0.5 * low) high = 0;
  const room = high - low > 1e-9 ? 0.06 * (high - low) : Math.max(0.5 * Math.abs(high), 0.5);
  return [low === 0 ? 0 : low - room, high === 0 ? 0 : high + room];
}
