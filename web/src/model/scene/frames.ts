/** Frames that an operator moves in: how their axes stand in the world now. */

import type { Scene } from "../../gen/messages";
import { bodyPose, compose, IDENTITY, multiply, type Quat, rotate, type Vec3 } from "./pose";
import { anchorOf, pointAnchor } from "./things";

export type FrameName = "base" | "effector" | "camera";

/** A camera looks along its -z with y up; who steers by its picture means x away from the eye, y left, z up. */
const SIGHT: Quat = [0.5, -0.5, 0.5, 0.5];

/** Axes for steering by the picture of a camera, whose own axes are turned so. */
export const sightOf = (camera: Quat): Quat => multiply(camera, SIGHT);

/** Whose axes are meant. */
export interface FrameOf {
  frame: FrameName;
  effector: string;
  /** The body whose axes "base" means; the world's if left out. */
  base?: string;
  /** The camera whose axes "camera" means. */
  camera?: string;
}

/** From axes of a frame to those of the world; null if the scene has no such thing. */
export function frameTurn(scene: Scene, poses: ArrayLike<number>, of: FrameOf): Quat | null {
  const turned = (anchor: ReturnType<typeof anchorOf>): Quat | null =>
    anchor && compose(bodyPose(poses, anchor.body), anchor.pose).quaternion;
  if (of.frame === "effector") return turned(pointAnchor(scene, of.effector));
  if (of.frame === "base") return (of.base && turned(pointAnchor(scene, of.base))) || IDENTITY.quaternion;
  const camera = of.camera ? turned(anchorOf(scene, { kind: "camera", name: of.camera })) : null;
  return camera && sightOf(camera);
}

const AXES: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** The axes of the base as seen in a frame: three vectors of length one, X, Y, Z, in axes of the frame. */
export function baseSeenIn([w, x, y, z]: Quat): readonly Vec3[] {
  return AXES.map((axis) => rotate([w, -x, -y, -z], axis));
}

/** Letters of the axes of a frame: those of the base are plain, others have a mark. */
export function axisLetters(frame: string): readonly [string, string, string] {
  const mark = frame === "effector" ? "′" : frame === "camera" ? "″" : "";
  return [`X${mark}`, `Y${mark}`, `Z${mark}`];
}
