import fc from "fast-check";
import { expect, test } from "vitest";
import type { Scene } from "../../gen/messages";
import { axisLetters, baseSeenIn, frameTurn, sightOf } from "./frames";
import { type Quat, rotate, type Vec3 } from "./pose";

const half = Math.SQRT1_2;
/** A quarter turn to the left. */
const LEFT: Quat = [half, 0, 0, half];
const close = (found: Vec3 | undefined, wanted: Vec3) =>
  wanted.forEach((part, axis) => {
    expect(found?.[axis]).toBeCloseTo(part, 9);
  });

const scene = {
  bodies: [{ name: "fore", parent: -1, position: [0, 0, 0], quaternion: [1, 0, 0, 0] }],
  sites: [{ name: "hand", body: 0, position: [1, 0, 0], quaternion: [1, 0, 0, 0] }],
  cameras: [{ name: "eye", body: 0, position: [0, 0, 0], quaternion: [1, 0, 0, 0], fovy: 1 }],
  joints: [],
  geoms: [],
  effectors: { hand: "site.hand" },
} as unknown as Scene;
const poses = [0, 0, 0, ...LEFT];

test("the hand's axes turn with its body, the base's do not", () => {
  const hand = frameTurn(scene, poses, { frame: "effector", effector: "hand" });
  close(hand ? rotate(hand, [1, 0, 0]) : undefined, [0, 1, 0]);
  expect(frameTurn(scene, poses, { frame: "base", effector: "hand" })).toEqual([1, 0, 0, 0]);
  expect(frameTurn(scene, poses, { frame: "effector", effector: "nothing" })).toBeNull();
  expect(frameTurn(scene, poses, { frame: "camera", effector: "hand" })).toBeNull();
});

test("who steers by a picture moves away from the eye with x, to its left with y and up with z", () => {
  const eye: Quat = [1, 0, 0, 0]; // looks along -z of the world, y up
  close(rotate(sightOf(eye), [1, 0, 0]), [0, 0, -1]);
  close(rotate(sightOf(eye), [0, 1, 0]), [-1, 0, 0]);
  close(rotate(sightOf(eye), [0, 0, 1]), [0, 1, 0]);
  const camera = frameTurn(scene, poses, { frame: "camera", effector: "hand", camera: "eye" });
  close(camera ? rotate(camera, [0, 1, 0]) : undefined, [0, -1, 0]);
});

test("in a hand that is turned to the left, the base's forward is on its right", () => {
  const [x, y, z] = baseSeenIn(LEFT);
  close(x, [0, -1, 0]);
  close(y, [1, 0, 0]);
  close(z, [0, 0, 1]);
});

test("what is seen in a frame, turned back, is the axis itself", () => {
  const number = fc.double({ min: -1, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.tuple(number, number, number, number), (parts) => {
      const size = Math.hypot(...parts);
      fc.pre(size > 0.1);
      const turn = parts.map((part) => part / size) as unknown as Quat;
      baseSeenIn(turn).forEach((seen, n) => {
        close(rotate(turn, seen), [n === 0 ? 1 : 0, n === 1 ? 1 : 0, n === 2 ? 1 : 0]);
      });
    }),
  );
});

test("letters of other frames cannot be taken for those of the base", () => {
  expect(axisLetters("base")).toEqual(["X", "Y", "Z"]);
  const all = ["base", "effector", "camera"].flatMap(axisLetters);
  expect(new Set(all).size).toBe(9);
});
