import { describe, expect, it } from "vitest";
import type { StageSpan } from "../../gen/messages";
import { align, knotsOf, type Timed } from "./align";

const stages = (...ends: (number | null)[]): StageSpan[] =>
  ends.map((end, i) => ({ name: `s${i}`, title: `S${i}`, begin: ends[i - 1] ?? 0, end }));
const timed = (length: number, ...ends: (number | null)[]): Timed => ({ length, stages: stages(...ends) });

const A = timed(10, 2, 6, 10);
const B = timed(21, 5, 9, 20);

describe("alignment by stage", () => {
  const { toB, fromB, length } = align(A, B, "stage");

  it("maps every boundary of A to that of B", () => {
    expect([0, 2, 6, 10].map(toB)).toEqual([0, 5, 9, 20]);
  });

  it("goes back to where it came from", () => {
    for (const time of [0, 0.7, 2, 3.3, 6, 9.9, 10, 10.5]) expect(fromB(toB(time))).toBeCloseTo(time, 9);
  });

  it("never runs backwards", () => {
    let before = -1;
    for (let time = 0; time <= length; time += 0.05) {
      expect(toB(time)).toBeGreaterThan(before);
      before = toB(time);
    }
  });

  it("lasts until the last of both has ended", () => {
    expect(length).toBeCloseTo(11, 9);
  });

  it("stays monotone when a stage took no time at all", () => {
    const jump = align(timed(10, 4, 4, 10), timed(10, 2, 5, 10), "stage");
    const times = Array.from({ length: 101 }, (_, i) => jump.toB(i / 10));
    expect(times.every((time, i) => i === 0 || time > (times[i - 1] ?? 0))).toBe(true);
    expect(jump.toB(10)).toBeCloseTo(10, 9);
  });

  it("uses only stages that both have begun", () => {
    const cut = timed(7, 3, null);
    expect(knotsOf(A, cut)).toEqual([
      [0, 0],
      [2, 3],
    ]);
    expect(align(A, cut, "stage").toB(4)).toBeCloseTo(5, 9);
  });
});

describe("alignment by clock", () => {
  it("leaves both times as they are", () => {
    const { toB, fromB, length } = align(A, B, "clock");
    expect([toB(3.2), fromB(3.2), length]).toEqual([3.2, 3.2, 21]);
  });

  it("needs no B", () => {
    expect(align(A, null, "stage").length).toBe(10);
  });
});
