/** What somebody has chosen for a robot that is going to be made. Headless. */

import type { ChainWanted, LookedJoint, MakeRobot, RobotLook } from "../../gen/messages";
import { isFree, type JointValues, nearest } from "./posed";

export type DrivesWanted = NonNullable<MakeRobot["drives"]>;
export type Range = readonly [number, number];

export interface ChainDraft extends Required<ChainWanted> {
  /** Tells rows apart while their names are written. */
  readonly key: number;
}

export interface RobotDraft {
  readonly title: string;
  /** Key frame that is the home pose; empty if it is set joint by joint. */
  readonly pose: string;
  readonly home: JointValues;
  /** Corrected ranges alone. */
  readonly ranges: Readonly<Record<string, Range>>;
  readonly chains: readonly ChainDraft[];
  readonly drives: DrivesWanted;
}

/** The key frame that the suggested home pose is. */
function firstPose({ keyframes }: RobotLook): string {
  return "home" in keyframes ? "home" : (Object.keys(keyframes)[0] ?? "");
}

export function draftOf(look: RobotLook): RobotDraft {
  return {
    title: look.title,
    pose: firstPose(look),
    home: look.home,
    ranges: {},
    chains: look.chains.map(({ name, effector, base, reach }, key) => ({ key, name, effector, base, reach })),
    drives: "auto",
  };
}

/** A joint with the range that it will have. */
export function ranged(joint: LookedJoint, { ranges }: RobotDraft): LookedJoint {
  const range = ranges[joint.name];
  return range ? { ...joint, low: range[0], high: range[1] } : joint;
}

/** Take a key frame as the home pose; values that are out of a corrected range go to its end. */
export function withPose(draft: RobotDraft, look: RobotLook, pose: string): RobotDraft {
  const values = look.keyframes[pose];
  return values ? { ...draft, pose, home: values } : draft;
}

/** Set every joint to a value in its range. */
export function withHome(draft: RobotDraft, look: RobotLook, wanted: (joint: LookedJoint) => number): RobotDraft {
  const free = look.joints.filter(isFree).map((joint) => ranged(joint, draft));
  return {
    ...draft,
    pose: "",
    home: Object.fromEntries(free.map((joint) => [joint.name, nearest(joint, wanted(joint))])),
  };
}

export const middle = ({ low, high }: LookedJoint): number => (low !== null && high !== null ? (low + high) / 2 : 0);

/** Correct one end of a range. */
export function withRange(draft: RobotDraft, joint: LookedJoint, end: 0 | 1, value: number): RobotDraft {
  const { low, high } = ranged(joint, draft);
  const range: Range = end === 0 ? [value, high ?? value + 1] : [low ?? value - 1, value];
  const home = draft.home[joint.name];
  const inside = home === undefined ? undefined : nearest({ low: range[0], high: range[1] }, home);
  return {
    ...draft,
    ranges: { ...draft.ranges, [joint.name]: range },
    ...(inside === undefined || inside === home ? {} : { pose: "", home: { ...draft.home, [joint.name]: inside } }),
  };
}

export interface DraftProblems {
  readonly title: boolean;
  /** Joints whose range is empty. */
  readonly ranges: readonly string[];
  /** Keys of chains whose name another has. */
  readonly twice: readonly number[];
}

export function problemsOf(draft: RobotDraft): DraftProblems {
  const names = draft.chains.map(({ name }) => name.trim());
  return {
    title: !draft.title.trim(),
    ranges: Object.keys(draft.ranges).filter((name) => {
      const [low, high] = draft.ranges[name] ?? [0, 1];
      return low >= high;
    }),
    twice: draft.chains
      .filter(({ name }) => !name.trim() || names.filter((one) => one === name.trim()).length > 1)
      .map(({ key }) => key),
  };
}

export const isSound = ({ title, ranges, twice }: DraftProblems): boolean =>
  !title && ranges.length === 0 && twice.length === 0;

/** What is asked of the server; the suggested home pose is left to it. */
export function wanted(draft: RobotDraft, look: RobotLook): MakeRobot {
  return {
    title: draft.title.trim(),
    chains: draft.chains.map(({ name, effector, base, reach }) => ({ name: name.trim(), effector, base, reach })),
    drives: draft.drives,
    pose: draft.pose,
    home: draft.pose || draft.home === look.home ? {} : { ...draft.home },
    ranges: Object.fromEntries(Object.entries(draft.ranges).map(([name, range]) => [name, [...range]])),
  };
}
