/** Lamps of a scene: shapes that are lit while a signal is above a value. */

import type { Scene, SceneLamp } from "../../gen/messages";

/** The newest value of a signal; undefined while nothing is known. */
export type Values = (signal: string) => number | undefined;

/** Signals that the lamps of a scene need. */
export function lampSignals(scene: Scene): string[] {
  return [...new Set(scene.lamps.map((lamp) => lamp.signal))];
}

/** Whether a lamp is lit; one of which nothing is known is not. */
export function isLit(lamp: SceneLamp, values: Values): boolean {
  const value = values(lamp.signal);
  return value !== undefined && value > lamp.above;
}

/** Which lamps of a scene are lit, in their order. */
export function litLamps(scene: Scene, values: Values): boolean[] {
  return scene.lamps.map((lamp) => isLit(lamp, values));
}
