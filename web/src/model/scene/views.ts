/** Views of the scene: from where to look, and from how far. */

import { type Box, corners, middle } from "./bounds";
import { cross, dot, subtract, unit, type Vec3 } from "./pose";

export const VIEWS = ["front", "behind", "side", "top", "follow"] as const;
/** Those of someone who drives: the first is near the hand and what it aims at. */
export const DRIVING_VIEWS = ["work", ...VIEWS] as const;
export type ViewName = (typeof DRIVING_VIEWS)[number];

/** Parts of the picture that panes cover [px]. */
export interface Insets {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export const NO_INSETS: Insets = { left: 0, right: 0, top: 0, bottom: 0 };

/** Azimuth from +x to the left and elevation [rad]; robots look along +x. */
const ANGLES: Record<ViewName, readonly [number, number]> = {
  front: [-0.5, 0.46],
  behind: [Math.PI + 0.42, 0.5],
  side: [-Math.PI / 2, 0.24],
  // Not quite from above, so that "up" on the screen stays forward.
  top: [Math.PI, Math.PI / 2 - 0.002],
  follow: [Math.PI + 0.6, 0.52],
  // Chosen by what is seen; where nothing is aimed at it is the usual view of the scene.
  work: [Math.PI + 0.42, 0.5],
};

/** From the middle to the eye, length one. */
export function direction(azimuth: number, elevation: number): Vec3 {
  const flat = Math.cos(elevation);
  return [flat * Math.cos(azimuth), flat * Math.sin(azimuth), Math.sin(elevation)];
}

export function viewDirection(view: ViewName): Vec3 {
  return direction(...ANGLES[view]);
}

/** Azimuth and elevation of a direction [rad]. */
export function angles(towards: Vec3): [number, number] {
  const [x, y, z] = unit(towards);
  return [Math.atan2(y, x), Math.asin(Math.max(-1, Math.min(1, z)))];
}

/** Tangents of half the angles of view that stay free of panes. */
export function freeTangents(width: number, height: number, fov: number, insets: Insets): [number, number] {
  const tall = Math.tan(fov / 2);
  const clear = (whole: number, taken: number) => Math.max(0.25, (whole - taken) / Math.max(1, whole));
  const wide = (tall * width) / Math.max(1, height);
  return [wide * clear(width, insets.left + insets.right), tall * clear(height, insets.top + insets.bottom)];
}

/**
 * How far the eye must be from the middle of a box to see all of it.
 *
 * Args:
 *   towards: From the middle to the eye.
 *   tangents: Of half the angles of view, across and up.
 *   margin: Share of room around, 0.1 = a tenth.
 */
export function fitDistance(box: Box, towards: Vec3, tangents: readonly [number, number], margin = 0.1): number {
  const back = unit(towards);
  const side = Math.abs(back[2]) > 0.9999 ? ([0, 1, 0] as const) : unit(cross([0, 0, 1], back));
  const up = cross(back, side);
  const center = middle(box);
  const room = 1 + margin;
  const needed = corners(box).map((corner) => {
    const at = subtract(corner, center);
    const across = Math.abs(dot(at, side)) / tangents[0];
    const tall = Math.abs(dot(at, up)) / tangents[1];
    return dot(at, back) + room * Math.max(across, tall);
  });
  return Math.max(...needed, 1e-3);
}

/** Slow at the end: how far a move is at a share of its time. */
export function easeOut(share: number): number {
  const left = 1 - Math.max(0, Math.min(1, share));
  return 1 - left * left * left;
}

/** The shorter way round from one angle to another [rad]. */
export function turn(from: number, to: number): number {
  const whole = 2 * Math.PI;
  return ((((to - from + Math.PI) % whole) + whole) % whole) - Math.PI;
}
