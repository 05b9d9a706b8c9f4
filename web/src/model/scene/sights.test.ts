import { expect, test } from "vitest";
import { project, seenTarget } from "./sights";

const FOVY = Math.PI / 4;

test("the middle of a picture is what lies ahead, and its edges are at half the field of view", () => {
  expect(project([0, 0, -2], FOVY, 1.6)).toEqual([0.5, 0.5]);
  const edge = 2 * Math.tan(FOVY / 2);
  const [x, y] = project([edge * 1.6, edge, -2], FOVY, 1.6) ?? [];
  expect(x).toBeCloseTo(1);
  expect(y).toBeCloseTo(0);
});

test("what is behind the camera, or not known, is not in its picture", () => {
  expect(project([0, 0, 1], FOVY, 1.6)).toBeNull();
  expect(project([Number.NaN, 0, Number.NaN], FOVY, 1.6)).toBeNull();
  expect(seenTarget([0, 0, 0.1], [1, 0, 0, 0], FOVY, 1.6)).toBeNull();
});

test("axes of a target that is not turned point right and up, and turn with it", () => {
  const plain = seenTarget([0, 0, -0.5], [1, 0, 0, 0], FOVY, 1.6);
  expect(plain?.distance).toBe(0.5);
  expect(plain?.right[0]).toBeGreaterThan(0.5);
  expect(plain?.right[1]).toBeCloseTo(0.5);
  expect(plain?.up[1]).toBeLessThan(0.5);
  const half = Math.SQRT1_2; // a quarter of a turn about the line of sight
  const turned = seenTarget([0, 0, -0.5], [half, 0, 0, half], FOVY, 1.6);
  expect(turned?.right[0]).toBeCloseTo(0.5);
  expect(turned?.right[1]).toBeLessThan(0.5);
});
