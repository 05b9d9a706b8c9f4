import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bodyPose,
  compose,
  conjugate,
  length,
  matrix,
  multiply,
  type Pose,
  place,
  type Quat,
  rotate,
  samePoses,
  type Vec3,
  within,
} from "./pose";

const number = fc.double({ min: -5, max: 5, noNaN: true });
const vector = fc.tuple(number, number, number) as fc.Arbitrary<Vec3>;
const quaternion = fc
  .tuple(number, number, number, number)
  .filter((q) => Math.hypot(...q) > 0.1)
  .map((q): Quat => {
    const size = Math.hypot(...q);
    return [q[0] / size, q[1] / size, q[2] / size, q[3] / size];
  });
const pose: fc.Arbitrary<Pose> = fc.record({ position: vector, quaternion });

function near(a: ArrayLike<number>, b: ArrayLike<number>): void {
  expect(a.length).toBe(b.length);
  for (let n = 0; n < a.length; n++) expect(a[n]).toBeCloseTo(b[n] ?? Number.NaN, 6);
}

describe("poses", () => {
  it("a quarter turn about z takes x to y", () => {
    near(rotate([Math.SQRT1_2, 0, 0, Math.SQRT1_2], [1, 0, 0]), [0, 1, 0]);
  });

  it("turning keeps lengths", () => {
    fc.assert(fc.property(quaternion, vector, (q, v) => near([length(rotate(q, v))], [length(v)])));
  });

  it("a product turns first by the second, then by the first", () => {
    fc.assert(
      fc.property(quaternion, quaternion, vector, (a, b, v) =>
        near(rotate(multiply(a, b), v), rotate(a, rotate(b, v))),
      ),
    );
  });

  it("the conjugate turns back", () => {
    fc.assert(fc.property(quaternion, vector, (q, v) => near(rotate(conjugate(q), rotate(q, v)), v)));
  });

  it("what is placed in a frame is found within it", () => {
    fc.assert(fc.property(pose, vector, (frame, point) => near(within(frame, place(frame, point)), point)));
  });

  it("frames in frames place points one after the other", () => {
    fc.assert(
      fc.property(pose, pose, vector, (a, b, point) => near(place(compose(a, b), point), place(a, place(b, point)))),
    );
  });

  it("the matrix does what the pose does", () => {
    fc.assert(
      fc.property(pose, vector, (frame, [x, y, z]) => {
        const m = matrix(frame);
        const row = (r: number) => (m[r] ?? 0) * x + (m[r + 4] ?? 0) * y + (m[r + 8] ?? 0) * z + (m[r + 12] ?? 0);
        near([row(0), row(1), row(2)], place(frame, [x, y, z]));
        near([m[3] ?? 9, m[7] ?? 9, m[11] ?? 9, m[15] ?? 9], [0, 0, 0, 1]);
      }),
    );
  });

  it("the world and bodies that are not there stand still at the origin", () => {
    const poses = [1, 2, 3, 0, 1, 0, 0];
    expect(bodyPose(poses, 0)).toEqual({ position: [1, 2, 3], quaternion: [0, 1, 0, 0] });
    expect(bodyPose(poses, -1).position).toEqual([0, 0, 0]);
    expect(bodyPose(poses, 1).quaternion).toEqual([1, 0, 0, 0]);
  });

  it("poses are the same only if nothing moved that can be seen", () => {
    expect(samePoses([0, 0, 0], [0, 0, 1e-6])).toBe(true);
    expect(samePoses([0, 0, 0], [0, 0, 1e-4])).toBe(false);
    expect(samePoses([0], [0, 0])).toBe(false);
  });
});
