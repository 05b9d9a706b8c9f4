import { describe, expect, it } from "vitest";
import { POSES_HEAD_SIZE, writePosesHead } from "@/gen/binary";
import { decodePoses, posesAt, rowBefore, thinning, withTimes } from "./poses";

/** Bytes as the server sends them. */
function bytes(rows: number[][], bodies: number, step: number): ArrayBuffer {
  const buffer = new ArrayBuffer(POSES_HEAD_SIZE + 4 * rows.flat().length);
  writePosesHead(new DataView(buffer), { rows: rows.length, bodies, step });
  new Float32Array(buffer, POSES_HEAD_SIZE).set(rows.flat());
  return buffer;
}

const turn = (angle: number): number[] => [Math.cos(angle / 2), 0, 0, Math.sin(angle / 2)];
const rows = [
  [0, 0, 0, ...turn(0)],
  [1, 2, 0, ...turn(1)],
  [1, 2, 4, ...turn(1).map((value) => -value)],
  [1, 2, 4, ...turn(2).map((value) => -value)],
];
const read = decodePoses(bytes(rows, 1, 0.5));
const at = (time: number) => [...posesAt(read, time, new Float32Array(7))];

describe("poses of a record", () => {
  it("lie on the straight line between two rows", () => {
    expect(at(0.25).slice(0, 3)).toEqual([0.5, 1, 0]);
  });

  it("turn at an even pace", () => {
    turn(0.2).forEach((value, i) => {
      expect(at(0.1)[3 + i]).toBeCloseTo(value, 6);
    });
  });

  it("turn the short way where a quaternion changed its sign", () => {
    // rows 1 and 2 are the same turn, written with opposite signs
    const halfway = at(0.75).slice(3);
    const same = halfway.map((value, i) => Math.abs(value) - Math.abs(turn(1)[i] ?? 0));
    for (const value of same) expect(value).toBeCloseTo(0, 6);
    expect(Math.hypot(...halfway)).toBeCloseTo(1, 6);
  });

  it("keep the length of a turn", () => {
    for (let time = 0; time <= 1.5; time += 0.03) expect(Math.hypot(...at(time).slice(3))).toBeCloseTo(1, 5);
  });

  it("stay at the first and the last row outside", () => {
    expect(at(-1)).toEqual(at(0));
    expect(at(99)).toEqual(at(1.5));
  });

  it("follow the true times where rows are missing", () => {
    const late = withTimes(read, Float64Array.of(0, 2, 2.5, 3));
    expect(posesAt(late, 1, new Float32Array(7))[0]).toBeCloseTo(0.5, 6);
  });

  it("are refused when bytes are missing", () => {
    expect(() => decodePoses(bytes(rows, 1, 0.5).slice(0, -4))).toThrow(RangeError);
    expect(() => decodePoses(new ArrayBuffer(4))).toThrow(RangeError);
  });

  it("are thinned out when they are many", () => {
    expect(thinning(1000, 10)).toBe(1);
    expect(thinning(100_000, 30, 7_000_000)).toBe(3);
  });

  it("find the row before a time", () => {
    expect([-1, 0, 0.49, 0.5, 9].map((time) => rowBefore(Float64Array.of(0, 0.5, 1), time))).toEqual([0, 0, 0, 1, 2]);
  });
});
