/** Where a joint stands between its limits. */

/** Part of the range at each end in which a joint counts as near its limit. */
export const NEAR = 0.05;

export interface JointLimits {
  readonly name: string;
  readonly kind: "hinge" | "slide" | "ball" | "free";
  readonly low: number | null;
  readonly high: number | null;
  /** Index of its coordinate in the signal 'qpos'. */
  readonly qpos: number;
}

export interface JointPlace {
  /** 0 at the low limit, 1 at the high one; a joint without limits counts from half a turn. */
  share: number;
  near: boolean;
  /** Distance to the nearer limit, in the unit of the joint; infinite without limits. */
  left: number;
}

export function jointPlace(value: number, { low, high, kind }: JointLimits): JointPlace {
  if (low === null || high === null || !(high > low)) {
    const turn = kind === "hinge" ? (value / (2 * Math.PI) + 0.5) % 1 : 0.5;
    return { share: (turn + 1) % 1, near: false, left: Number.POSITIVE_INFINITY };
  }
  const share = Math.min(1, Math.max(0, (value - low) / (high - low)));
  return { share, near: share < NEAR || share > 1 - NEAR, left: Math.max(0, Math.min(value - low, high - value)) };
}

/** A joint of the scene by the name that a panel gives it: robots in a world may have a prefix. */
export function findJoint(joints: readonly JointLimits[], name: string): JointLimits | undefined {
  return joints.find((joint) => joint.name === name) ?? joints.find((joint) => joint.name.endsWith(`/${name}`));
}
