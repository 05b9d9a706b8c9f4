/** Marks on the time axis: back from now in a session, from the beginning in a record. */

import type { Format } from "../../words/format";

const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600];

/** The step between marks so that there are at most `most`. */
export function timeStep(span: number, most: number): number {
  return STEPS.find((step) => span / step <= Math.max(1, most)) ?? 3600 * Math.ceil(span / 3600 / Math.max(1, most));
}

/** Times of marks at whole steps from an origin. */
export function timeTicks(from: number, to: number, origin: number, step: number): number[] {
  const ticks: number[] = [];
  const begin = Math.ceil((from - origin) / step - 1e-6);
  for (let i = begin; i * step <= to - origin + 1e-6 * step; i++) ticks.push(origin + i * step);
  return ticks;
}

/** "−10 s", "−9 s", and a word at the origin itself; minutes from two minutes on: "−2:30". */
export function relativeLabel(time: number, origin: number, step: number, edge: string, format: Format): string {
  const back = time - origin;
  if (Math.abs(back) < step / 1e3) return edge;
  if (step >= 30) return `${back < 0 ? "−" : ""}${format.clock(Math.abs(back), 0)}`;
  return format.quantity(back, "s", Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
}

/** "01:15", with decimals where the step needs them. */
export function absoluteLabel(time: number, step: number, format: Format): string {
  return format.clock(time, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
}
