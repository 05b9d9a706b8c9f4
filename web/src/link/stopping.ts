/** The stop and the way back, on whatever screen: stop; release; start. */

import type { Answer } from "../gen/messages";
import { ask, takePanel, useLive } from "./live";

/** A release right after a stop is the second half of a double press, not a decision [ms]. */
export const CALM = 600;
let stoppedAt = Number.NEGATIVE_INFINITY;

/** Stop, at once. Everybody who looks on may. */
export function stopRobot(): Promise<Answer> {
  stoppedAt = performance.now();
  return ask({ do: "stop" });
}

/** Whether the stop was pressed on this page a moment ago. */
export const stoppedJustNow = (): boolean => performance.now() - stoppedAt < CALM;

/**
 * First of two steps back, where no panel is on the page: the stop ends, and time stands until somebody starts it.
 *
 * Args:
 *   name: Of the operator: a panel that nobody has is taken.
 *
 * Returns:
 *   Why it was not released, for people; empty if it was, null if it was no decision.
 */
export async function releaseRobot(name: string): Promise<string | null> {
  if (stoppedJustNow()) return null;
  const { mine } = useLive.getState();
  const asked = [() => (mine ? null : takePanel(name)), () => ask({ do: "pause" }), () => ask({ do: "arm" })];
  for (const step of asked) {
    const answer = await step();
    if (answer && !answer.ok) return answer.error;
  }
  return "";
}
