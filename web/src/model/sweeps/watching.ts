/** How far a sweep is, and how often to ask. */

import type { SweepEntry, SweepState } from "../../gen/messages";

/** Time between two questions about a sweep that runs, and about those that do not [ms]. */
export const LIVE = 500;
export const QUIET = 5000;

export const isLive = (state: SweepState): boolean => state === "running" || state === "stopping";

/** What can be done with a sweep now. */
export function actionOf(entry: Pick<SweepEntry, "state" | "runs" | "success">): "start" | "stop" | "goOn" | "" {
  if (entry.state === "running") return "stop";
  if (entry.state === "planned") return "start";
  if (entry.state === "interrupted") return "goOn";
  if (entry.state === "failed") return entry.success.runs ? "goOn" : "start";
  return "";
}

/** The share that is done, 0 to 1. */
export const shareOf = ({ runs, success }: Pick<SweepEntry, "runs" | "success">): number =>
  runs ? Math.min(1, success.runs / runs) : 0;

/**
 * Time until what the rows say is asked for again [ms]: of many rows it takes the server longer to say, and must not keep
 * it busy.
 *
 * @param took How long the last answer took [ms].
 */
export const pauseAfter = (took: number): number => Math.max(1000, 4 * took);
