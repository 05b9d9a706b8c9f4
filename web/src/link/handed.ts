/** Files that were dropped on one screen and are read by another. */

import type { Given } from "./uploads";

let kept: readonly Given[] = [];

/** Keep files for the screen that is opened next. */
export function handOver(given: readonly Given[]): void {
  kept = given;
}

/** The files, once. */
export function takeHanded(): readonly Given[] {
  const given = kept;
  kept = [];
  return given;
}
