/** Targets that cameras look for, in their pictures. */

import type { Scene, SceneSight } from "../../gen/messages";
import { add, type Quat, rotate, scale, type Vec3 } from "./pose";

/** Length of the axes that are drawn at a target [m]. */
const AXIS = 0.05;

/** A place in a picture, from its upper left corner, as shares of its width and height. */
export type Place = readonly [number, number];

/** A target in a picture: its origin, and the ends of its axes to the right and up. */
export interface SeenTarget {
  at: Place;
  right: Place;
  up: Place;
  /** Distance from the camera [m]. */
  distance: number;
}

/** Signals that are needed to draw the targets of a camera. */
export function sightSignals(sights: readonly SceneSight[]): string[] {
  return sights.flatMap(({ seen, position, orientation }) => [seen, position, orientation]);
}

/** The targets that a camera of a scene looks for. */
export function sightsOf(scene: Scene, camera: string): SceneSight[] {
  return scene.sights.filter((sight) => sight.camera === camera);
}

/**
 * Where a point in the frame of a camera (x right, y up, z back) is in its picture; null behind the camera.
 *
 * Args:
 *   fovy: Vertical field of view [rad].
 *   aspect: Width of the picture by its height.
 */
export function project([x, y, z]: Vec3, fovy: number, aspect: number): Place | null {
  if (!(z < -1e-6)) return null;
  const half = Math.tan(fovy / 2);
  return [0.5 + x / -z / (2 * half * aspect), 0.5 - y / -z / (2 * half)];
}

/** A target in a picture; null if it is not in front of the camera, or nothing is known of it. */
export function seenTarget(position: Vec3, turn: Quat, fovy: number, aspect: number): SeenTarget | null {
  const end = (axis: Vec3) => project(add(position, scale(rotate(turn, axis), AXIS)), fovy, aspect);
  const at = project(position, fovy, aspect);
  const right = end([1, 0, 0]);
  const up = end([0, 1, 0]);
  return at && right && up ? { at, right, up, distance: Math.hypot(...position) } : null;
}
