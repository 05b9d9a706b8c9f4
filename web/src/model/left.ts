/** Time left of a work, as it is shown: counted down between what is told, and in steps that do not flicker. */

/** What is told: how long the rest takes [s], and when that was heard [ms]. */
export interface Told {
  left: number;
  at: number;
}

/** The time left now [s]; 0 when it should be over by now. */
export function leftNow(told: Told, now: number): number {
  return Math.max(0, told.left - (now - told.at) / 1000);
}

/** Rounded as people round what they do not know exactly [s]: to 1, 5 or 60 s. */
export function roundedLeft(left: number): number {
  if (left <= 10) return Math.ceil(left);
  return left <= 90 ? 5 * Math.ceil(left / 5) : 60 * Math.round(left / 60);
}
