/** Two attempts on one clock: by time, or so that their stages begin together. */

import type { StageSpan } from "../../gen/messages";

export type AlignMode = "clock" | "stage";

/** One attempt, as far as its times go. */
export interface Timed {
  readonly stages: readonly StageSpan[];
  /** Length [s]. */
  readonly length: number;
}

/** How the time of B follows from that of A, which is the time of the timeline. */
export interface Alignment {
  /** Where the timeline ends [s]. */
  readonly length: number;
  toB(time: number): number;
  /** The time on the timeline of a moment of B. */
  fromB(time: number): number;
}

type Knot = readonly [number, number];

/** Shorter stages than this [s] are passed as one: no time can be stretched from nothing. */
const LEAST = 1e-6;

/** Pairs of times of A and B that belong together; both grow. */
export function knotsOf(a: Timed, b: Timed): Knot[] {
  const knots: Knot[] = [];
  const add = (one: number | null | undefined, other: number | null | undefined) => {
    if (one == null || other == null) return;
    const before = knots[knots.length - 1];
    if (!before || (one > before[0] + LEAST && other > before[1] + LEAST)) knots.push([one, other]);
  };
  let shared: [StageSpan, StageSpan] | null = null;
  for (const stage of a.stages) {
    const other = b.stages.find((one) => one.name === stage.name);
    if (!other) continue;
    add(stage.begin, other.begin);
    shared = [stage, other];
  }
  if (shared) add(shared[0].end, shared[1].end);
  return knots;
}

/** Along straight lines between knots; outside of them time runs as usual. */
function through(knots: readonly Knot[], time: number, from: 0 | 1): number {
  const to = from === 0 ? 1 : 0;
  const first = knots[0];
  const last = knots[knots.length - 1];
  if (!first || !last) return time;
  if (time <= first[from]) return first[to] + (time - first[from]);
  for (let i = 1; i < knots.length; i++) {
    const [low, high] = [knots[i - 1], knots[i]];
    if (!low || !high || time > high[from]) continue;
    return low[to] + ((time - low[from]) / (high[from] - low[from])) * (high[to] - low[to]);
  }
  return last[to] + (time - last[from]);
}

/** Put two attempts onto one clock; without B it is the clock of A. */
export function align(a: Timed, b: Timed | null, mode: AlignMode): Alignment {
  const knots = b && mode === "stage" ? knotsOf(a, b) : [];
  const fromB = (time: number) => through(knots, time, 1);
  return {
    length: Math.max(a.length, b ? fromB(b.length) : 0),
    toB: (time) => through(knots, time, 0),
    fromB,
  };
}
