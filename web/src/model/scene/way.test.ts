import fc from "fast-check";
import { expect, test } from "vitest";
import type { StageDocument } from "../../gen/documents";
import type { Scene } from "../../gen/messages";
import type { Quat, Vec3 } from "./pose";
import { legOf, wayOf } from "./way";

const half = Math.SQRT1_2;
/** A quarter turn to the left. */
const LEFT: Quat = [half, 0, 0, half];
const still = [1, 0, 0, 0];

const scene = {
  bodies: [-1, 0, -1].map((parent, index) => ({
    name: ["base", "arm", "box"][index],
    parent,
    position: [0, 0, 0],
    quaternion: still,
  })),
  sites: [{ name: "hand", body: 1, position: [0.5, 0, 0], quaternion: still }],
  joints: [],
  geoms: [],
  cameras: [],
  robots: { "": [0, 1] },
  effectors: {},
} as unknown as Scene;
const goal = (plain: object) => ({ goal: plain as StageDocument["goal"] });
const near = goal({ type: "distance", a: "hand", b: "box", below: 0.01 });
const poses = (base: Quat, box: Vec3) => [0, 0, 0, ...base, 0, 0, 0, ...base, ...box, ...still];
const close = (found: Vec3 | null, wanted: Vec3) =>
  wanted.forEach((part, axis) => {
    expect(found?.[axis]).toBeCloseTo(part, 9);
  });

test("the way goes from the hand to the target, as the base stands", () => {
  const leg = legOf(near, "hand");
  if (!leg) throw new Error("a distance is a way");
  close(wayOf(scene, poses([1, 0, 0, 0], [2, 1, 0.3]), leg, "hand"), [1.5, 1, 0.3]);
  // the robot faces left: its hand is at (0, 0.5), what is left of the world is ahead of it
  close(wayOf(scene, poses(LEFT, [0, 2, 0]), leg, "hand"), [1.5, 0, 0]);
});

test("a point in the middle of its box has no way to go, however the hand is turned", () => {
  const box = { type: "inside", thing: "box", of: "site:hand", low: [0.1, -0.1, 0], high: [0.3, 0.1, 0.2] };
  const leg = legOf(goal(box), "hand");
  if (!leg) throw new Error("a box is a way");
  fc.assert(
    fc.property(fc.double({ min: -Math.PI, max: Math.PI, noNaN: true }), (turn) => {
      const base: Quat = [Math.cos(turn / 2), 0, 0, Math.sin(turn / 2)];
      const [x, y, z] = [0.7 * Math.cos(turn), 0.7 * Math.sin(turn), 0.1];
      close(wayOf(scene, poses(base, [x, y, z]), leg, "hand"), [0, 0, 0]);
      close(wayOf(scene, poses(base, [x, y, z + 0.2]), leg, "hand"), [0, 0, 0.2]);
    }),
  );
});

test("a stage that asks for no place leads to its target, and one without leads nowhere", () => {
  const force = goal({ type: "signal", name: "sensor.force", above: 3 });
  expect(legOf({ ...force, target: "site:box" }, "hand")).toMatchObject({ from: "hand", to: "box" });
  expect(legOf(force, "hand")).toBeNull();
  const both = goal({ type: "all", of: [force.goal, { type: "distance", a: "box", b: "hand", axes: "xy", below: 1 }] });
  expect(legOf(both, "hand")).toMatchObject({ from: "box", to: "hand", flat: true });
});

test("what the scene does not have has no way", () => {
  const leg = legOf(goal({ type: "distance", a: "hand", b: "nothing", below: 1 }), "hand");
  expect(leg && wayOf(scene, poses([1, 0, 0, 0], [0, 0, 0]), leg, "hand")).toBeNull();
});
