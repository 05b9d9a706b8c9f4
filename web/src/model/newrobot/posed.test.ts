import { describe, expect, test } from "vitest";
import type { LookedJoint } from "../../gen/messages";
import { bodyPose } from "../scene/pose";
import { sample } from "../scene/sample";
import { nearest, posed, whole } from "./posed";

const joint = (name: string, change: Partial<LookedJoint> = {}): LookedJoint => ({
  name,
  kind: "hinge",
  unit: "rad",
  low: -2,
  high: 2,
  rest: 0,
  follows: null,
  own: "",
  fixed: false,
  ...change,
});
const JOINTS = [joint("shoulder"), joint("lift"), joint("elbow"), joint("loose", { kind: "free" })];

describe("a robot whose joints are moved", () => {
  test("stands as in its scene while they are where that has them", () => {
    const poses = posed(sample, JOINTS, {});
    expect(bodyPose(poses, 3).position[0]).toBeCloseTo(0.7);
    expect(bodyPose(poses, 4).position).toEqual(bodyPose(posed(sample, JOINTS, { elbow: 1 }), 4).position);
  });

  test("follows the planar arm's law: links of 0.4 m and 0.3 m", () => {
    const [one, two] = [0.5, -0.9];
    const hand = bodyPose(posed(sample, JOINTS, { shoulder: one, elbow: two }), 3).position;
    expect(hand[0]).toBeCloseTo(0.4 * Math.cos(one) + 0.3 * Math.cos(one + two), 5);
    expect(hand[1]).toBeCloseTo(0.4 * Math.sin(one) + 0.3 * Math.sin(one + two), 5);
    expect(hand[2]).toBeCloseTo(0.1, 5);
  });

  test("turns two joints of one body in their order: the second with the first", () => {
    const hand = bodyPose(posed(sample, JOINTS, { shoulder: Math.PI / 2, lift: Math.PI / 2 }), 3).position;
    expect(hand[0]).toBeCloseTo(0, 5);
    expect(hand[1]).toBeCloseTo(0, 5);
    expect(hand[2]).toBeCloseTo(0.1 - 0.7, 5);
  });

  test("turns about the anchor, and slides along the axis", () => {
    const scene = {
      ...sample,
      joints: [
        { ...sample.joints[2], anchor: [0.1, 0, 0] },
        { ...sample.joints[0], kind: "slide" as const, axis: [0, 0, 2] },
      ] as typeof sample.joints,
    };
    const poses = posed(scene, JOINTS, { elbow: Math.PI, shoulder: 0.2 });
    expect(bodyPose(poses, 2).position[0]).toBeCloseTo(0.6, 5);
    expect(bodyPose(poses, 2).position[2]).toBeCloseTo(0.3, 5);
  });

  test("moves what follows another joint", () => {
    const followers = [joint("shoulder"), joint("elbow", { follows: { leader: "shoulder", ratio: -1, offset: 0.1 } })];
    expect(whole(followers, { shoulder: 0.4 }).elbow).toBeCloseTo(-0.3);
  });
});

test("a value goes to the nearest end of a range", () => {
  expect(nearest({ low: null, high: 1 }, 5)).toBe(1);
  expect(nearest({ low: 0.3, high: 1 }, 0)).toBe(0.3);
});
