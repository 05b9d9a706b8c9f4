/** Poses of bodies: position [m] and quaternion (w, x, y, z), as they stand in frames. */

import type { Scene } from "../../gen/messages";

export type Vec3 = readonly [number, number, number];
export type Quat = readonly [number, number, number, number];

export interface Pose {
  position: Vec3;
  quaternion: Quat;
}

/** How many numbers of a frame one body takes. */
export const STRIDE = 7;
export const IDENTITY: Pose = { position: [0, 0, 0], quaternion: [1, 0, 0, 0] };

export function vec3(numbers: ArrayLike<number>, at = 0): Vec3 {
  return [numbers[at] ?? 0, numbers[at + 1] ?? 0, numbers[at + 2] ?? 0];
}

export function quat(numbers: ArrayLike<number>, at = 0): Quat {
  return [numbers[at] ?? 1, numbers[at + 1] ?? 0, numbers[at + 2] ?? 0, numbers[at + 3] ?? 0];
}

export function poseOf(thing: { position: ArrayLike<number>; quaternion: ArrayLike<number> }): Pose {
  return { position: vec3(thing.position), quaternion: quat(thing.quaternion) };
}

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vec3, by: number): Vec3 => [a[0] * by, a[1] * by, a[2] * by];
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const length = (a: Vec3): number => Math.hypot(a[0], a[1], a[2]);
export const distance = (a: Vec3, b: Vec3): number => length(subtract(a, b));

export function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** A vector of length one; a vector without length points up. */
export function unit(a: Vec3): Vec3 {
  const size = length(a);
  return size > 1e-12 ? scale(a, 1 / size) : [0, 0, 1];
}

/** A vector turned by a quaternion of length one. */
export function rotate([w, ...axis]: Quat, v: Vec3): Vec3 {
  const twice = scale(cross(axis, v), 2);
  return add(add(v, scale(twice, w)), cross(axis, twice));
}

/** First b, then a. */
export function multiply(a: Quat, b: Quat): Quat {
  const [aw, ax, ay, az] = a;
  const [bw, bx, by, bz] = b;
  return [
    aw * bw - ax * bx - ay * by - az * bz,
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
  ];
}

export const conjugate = ([w, x, y, z]: Quat): Quat => [w, -x, -y, -z];

/** A point of a frame in the frame that it stands in. */
export function place(frame: Pose, point: Vec3): Vec3 {
  return add(frame.position, rotate(frame.quaternion, point));
}

/** A point given outside, seen from the frame. */
export function within(frame: Pose, point: Vec3): Vec3 {
  return rotate(conjugate(frame.quaternion), subtract(point, frame.position));
}

/** The pose of something fixed to a frame. */
export function compose(frame: Pose, inner: Pose): Pose {
  return { position: place(frame, inner.position), quaternion: multiply(frame.quaternion, inner.quaternion) };
}

/** Sixteen numbers, column by column, as graphics takes them. */
export function matrix({ position, quaternion }: Pose, out: number[] = []): number[] {
  const columns: Vec3[] = [rotate(quaternion, [1, 0, 0]), rotate(quaternion, [0, 1, 0]), rotate(quaternion, [0, 0, 1])];
  [...columns, position].forEach((column, index) => {
    out[4 * index] = column[0];
    out[4 * index + 1] = column[1];
    out[4 * index + 2] = column[2];
    out[4 * index + 3] = index === 3 ? 1 : 0;
  });
  return out;
}

/** The pose of a body in a list of poses; -1 is the world. */
export function bodyPose(poses: ArrayLike<number>, body: number): Pose {
  if (body < 0 || STRIDE * (body + 1) > poses.length) return IDENTITY;
  return { position: vec3(poses, STRIDE * body), quaternion: quat(poses, STRIDE * body + 3) };
}

/** Where the bodies stand at the start. */
export function startPoses(scene: Scene): Float32Array {
  const poses = new Float32Array(STRIDE * scene.bodies.length);
  scene.bodies.forEach((body, index) => {
    poses.set([...vec3(body.position), ...quat(body.quaternion)], STRIDE * index);
  });
  return poses;
}

/** Whether two lists of poses draw the same picture. */
export function samePoses(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  // A hundredth of a millimetre cannot be seen; sensors' noise must not keep the picture being drawn anew.
  for (let at = 0; at < a.length; at++) if (Math.abs((a[at] ?? 0) - (b[at] ?? 0)) > 1e-5) return false;
  return true;
}
