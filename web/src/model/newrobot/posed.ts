/** Where the bodies of a robot stand for other values of its joints than those of its scene. */

import type { LookedJoint, Scene } from "../../gen/messages";
import {
  add,
  bodyPose,
  compose,
  conjugate,
  multiply,
  type Pose,
  type Quat,
  quat,
  rotate,
  STRIDE,
  scale,
  startPoses,
  unit,
  type Vec3,
  vec3,
  within,
} from "../scene/pose";

/** Values by joint [rad or m]. */
export type JointValues = Readonly<Record<string, number>>;

/** Values of all joints, those that follow others included. */
export function whole(joints: readonly LookedJoint[], values: JointValues): JointValues {
  const rest = Object.fromEntries(joints.map((joint) => [joint.name, joint.rest]));
  const found: Record<string, number> = { ...rest, ...values };
  for (const { name, follows } of joints) {
    if (follows) found[name] = follows.offset + follows.ratio * (found[follows.leader] ?? 0);
  }
  return found;
}

function turned(axis: Vec3, angle: number): Quat {
  const [x, y, z] = scale(unit(axis), Math.sin(angle / 2));
  return [Math.cos(angle / 2), x, y, z];
}

/** Poses of all bodies, as they stand in frames; joints of a body move it in their order. */
export function posed(scene: Scene, joints: readonly LookedJoint[], values: JointValues): Float32Array {
  const rest = startPoses(scene);
  const now = rest.slice();
  const at = new Map(joints.map((joint) => [joint.name, joint]));
  const wanted = whole(joints, values);
  scene.bodies.forEach(({ parent }, body) => {
    const before = bodyPose(rest, parent);
    const mine = bodyPose(rest, body);
    let local: Pose = {
      position: within(before, mine.position),
      quaternion: multiply(conjugate(before.quaternion), mine.quaternion),
    };
    for (const joint of scene.joints.filter((one) => one.body === body)) {
      const known = at.get(joint.name);
      const change = (wanted[joint.name] ?? 0) - (known?.rest ?? 0);
      if (change === 0 || (joint.kind !== "hinge" && joint.kind !== "slide")) continue;
      local = compose(local, moved(joint.kind, vec3(joint.anchor), vec3(joint.axis), change));
    }
    const pose = compose(bodyPose(now, parent), local);
    now.set([...pose.position, ...quat(pose.quaternion)], STRIDE * body);
  });
  return now;
}

/** What a joint does to its body, in the frame of the body. */
function moved(kind: "hinge" | "slide", anchor: Vec3, axis: Vec3, change: number): Pose {
  if (kind === "slide") return { position: scale(unit(axis), change), quaternion: [1, 0, 0, 0] };
  const quaternion = turned(axis, change);
  return { position: add(anchor, scale(rotate(quaternion, anchor), -1)), quaternion };
}

/** Whether somebody may say where a joint stands. */
export const isFree = (joint: LookedJoint): boolean =>
  !joint.follows && (joint.kind === "hinge" || joint.kind === "slide");

/** The value in the range of a joint that is nearest to another one. */
export function nearest({ low, high }: Pick<LookedJoint, "low" | "high">, value: number): number {
  return Math.min(high ?? Infinity, Math.max(low ?? -Infinity, value));
}

/** Ends of the slider of a joint: its range, or one turn, or a metre. */
export function reachOf({ low, high, kind }: LookedJoint): readonly [number, number] {
  const free = kind === "slide" ? 0.5 : Math.PI;
  return [low ?? -free, high ?? free];
}
