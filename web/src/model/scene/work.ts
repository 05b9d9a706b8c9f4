/** The close-up of a stage: from where the hand and what it aims at are both seen. */

import type { Box } from "./bounds";
import { dot, subtract, unit, type Vec3 } from "./pose";
import { direction } from "./views";

/** Azimuths all around, and elevations, from which a close-up may be seen [rad]. */
const TURNS = 12;
const ELEVATIONS = [0.25, 0.6, 1];
/** What it costs to look from the opposite side of the usual one, where right and left are changed. */
const STRANGE = 0.3;
/** What it costs when one of the two stands right behind the other. */
const BEHIND = 0.4;
/** Least half of the box, and its share of the distance between the two [m, 1]. */
const LEAST = 0.06;
const ROOM = 0.25;

/** Directions to be tried, from what is looked at to the eye; the usual one first. */
export function closeUps(usual: Vec3): Vec3[] {
  const around = Array.from({ length: TURNS }, (_, index) => (2 * Math.PI * index) / TURNS);
  return [unit(usual), ...around.flatMap((azimuth) => ELEVATIONS.map((elevation) => direction(azimuth, elevation)))];
}

/** The part of the scene that a close-up shows: both places, and room around them. */
export function workBox(places: readonly Vec3[], reach: number): Box {
  const low = [0, 1, 2].map((axis) => Math.min(...places.map((place) => place[axis] ?? 0)));
  const high = [0, 1, 2].map((axis) => Math.max(...places.map((place) => place[axis] ?? 0)));
  const far = Math.hypot(...low.map((value, axis) => (high[axis] ?? 0) - value));
  const room = Math.max(LEAST, reach, ROOM * far);
  return {
    low: low.map((value) => value - room) as unknown as Vec3,
    high: high.map((value) => value + room) as unknown as Vec3,
  };
}

/** How good a direction is: what is seen of it, less what is strange about it. */
export function worth(way: Vec3, usual: Vec3, seen: number, hand: Vec3, aim: Vec3): number {
  const strange = (1 - dot(unit(way), unit(usual))) / 2;
  const between = subtract(aim, hand);
  const long = Math.hypot(...between);
  const hidden = long > 1e-6 ? (dot(unit(way), between) / long) ** 2 : 0;
  return seen - STRANGE * strange - BEHIND * hidden * hidden;
}

/** The direction that is worth most; the first of equals. */
export function bestWay(ways: readonly Vec3[], worthOf: (way: Vec3) => number): Vec3 {
  let best = ways[0] as Vec3;
  let most = Number.NEGATIVE_INFINITY;
  for (const way of ways) {
    const found = worthOf(way);
    if (found > most + 1e-9) [best, most] = [way, found];
  }
  return best;
}

/** Whether a close-up no longer fits what it shows: something left it, or all of it has become small in it. */
export function isStale(box: Box, now: Box, places: readonly Vec3[]): boolean {
  const outside = places.some((place) =>
    place.some((value, axis) => value < (box.low[axis] ?? 0) || value > (box.high[axis] ?? 0)),
  );
  const size = ({ low, high }: Box) => Math.hypot(...subtract(high, low));
  return outside || size(now) < 0.6 * size(box);
}
