/** How near a joint is to its limits. */

import type { SceneJoint } from "../../gen/messages";

/** The last share of the range that counts as near. */
export const NEAR = 0.05;

export interface LimitState {
  /** Where in its range the joint is: 0 at the low limit, 1 at the high one. */
  share: number;
  /** To the nearer limit [rad or m]; negative beyond it. */
  margin: number;
  side: "low" | "high";
  near: boolean;
}

/** Null for joints without limits. */
export function limitState(joint: Pick<SceneJoint, "low" | "high">, value: number): LimitState | null {
  const { low, high } = joint;
  if (low === null || high === null || !(high > low) || !Number.isFinite(value)) return null;
  const range = high - low;
  const side = value - low < high - value ? "low" : "high";
  const margin = side === "low" ? value - low : high - value;
  return { share: (value - low) / range, margin, side, near: margin <= NEAR * range };
}
