/** Events on the timeline: their signs, and the way from one to the next. */

import type { RecordEvent } from "../../gen/messages";

export type Sign = "caution" | "stop" | "note" | "point";

const SIGNS: Record<string, Sign> = {
  limit: "caution",
  time: "caution",
  caution: "caution",
  overrun: "caution",
  stall: "caution",
  physics: "caution",
  push: "caution",
  "record-problem": "caution",
  stop: "stop",
  fail: "stop",
  fault: "stop",
  failure: "stop",
  error: "stop",
  halted: "stop",
  link: "stop",
  note: "note",
  mark: "note",
  message: "note",
};

/** The shape an event is drawn with: triangle, octagon, sheet, circle. */
export const signOf = (event: RecordEvent): Sign => SIGNS[event.kind] ?? "point";

/** The events that get a sign; stages have bars of their own. */
export const signed = (events: readonly RecordEvent[]): RecordEvent[] =>
  events.filter((event) => event.kind !== "stage");

export const notesOf = (events: readonly RecordEvent[]): RecordEvent[] =>
  events.filter((event) => signOf(event) === "note");

/** Moments nearer than this [s] are one. */
const NEAR = 0.02;

/** Times at which something happens, in order. */
export function momentsOf(times: readonly number[]): number[] {
  const moments: number[] = [];
  for (const time of [...times].sort((a, b) => a - b)) {
    const last = moments[moments.length - 1];
    if (last === undefined || time - last > NEAR) moments.push(time);
  }
  return moments;
}

/** The next moment in a direction; undefined at the end. */
export function nextMoment(moments: readonly number[], time: number, direction: 1 | -1): number | undefined {
  return direction > 0
    ? moments.find((moment) => moment > time + NEAR)
    : moments.findLast((moment) => moment < time - NEAR);
}
