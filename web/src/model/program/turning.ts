/** How the grab stands at a target, and what turning it by hand makes of its pitch and roll. */

import { conjugate, multiply, type Quat, type Vec3 } from "../scene/pose";

const about = ([x, y, z]: Vec3, angle: number): Quat => {
  const s = Math.sin(angle / 2);
  return [Math.cos(angle / 2), s * x, s * y, s * z];
};

/** Axes of the grab at zero roll: x along it, y left; the heading is the column's angle, the pitch positive down [rad]. */
export function pitched(heading: number, pitch: number): Quat {
  return multiply(about([0, 0, 1], heading), about([0, 1, 0], pitch));
}

/** The same after the roll about x [rad]. */
export function rolled(heading: number, pitch: number, roll: number): Quat {
  return multiply(pitched(heading, pitch), about([1, 0, 0], roll));
}

/** An angle within half a turn of zero [rad]. */
export const wrapped = (angle: number): number => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));

/** How far a frame was turned about an axis of its own, x or y [rad]. */
export function turnedAbout(before: Quat, after: Quat, axis: "x" | "y"): number {
  const [w, x, y] = multiply(conjugate(before), after);
  return wrapped(2 * Math.atan2(axis === "x" ? x : y, w));
}
