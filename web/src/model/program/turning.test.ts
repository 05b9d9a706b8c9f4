import { describe, expect, it } from "vitest";
import type { PlannedFrame } from "@/gen/messages";
import { rotate, type Vec3 } from "../scene/pose";
import { turned } from "./edit";
import { pitched, rolled, turnedAbout, wrapped } from "./turning";

const close = (vector: Vec3, wanted: Vec3) =>
  vector.forEach((x, n) => {
    expect(x).toBeCloseTo(wanted[n] ?? 0, 12);
  });

describe("the grab at a target", () => {
  it("points down with a positive pitch, and turns with the column", () => {
    close(rotate(pitched(0, Math.PI / 2), [1, 0, 0]), [0, 0, -1]);
    close(rotate(pitched(Math.PI / 2, 0), [1, 0, 0]), [0, 1, 0]);
    close(rotate(rolled(0, 0, Math.PI / 2), [0, 0, 1]), [0, -1, 0]);
  });
  it("tells how far it was tilted and rolled by hand", () => {
    const begin = pitched(0.7, 0.4);
    expect(turnedAbout(begin, pitched(0.7, 1.1), "y")).toBeCloseTo(0.7, 12);
    expect(turnedAbout(begin, rolled(0.7, 0.4, -2.9), "x")).toBeCloseTo(-2.9, 12);
    expect(wrapped(3.5)).toBeCloseTo(3.5 - 2 * Math.PI, 12);
  });
  it("takes the new pitch or roll within its stops, and keeps the rest", () => {
    const end = { angles: [0, 0, 0, 0, 0.5], point: [1, 0, 0.3], pitch: 0.1 } as unknown as PlannedFrame;
    expect(turned({ point: [1, 0, 0.3] }, { pitch: 0.25 }, end)).toEqual({ point: [1, 0, 0.3], pitch: 0.25 });
    expect(turned({ angles: [0, 0, 0, 0, 0] }, { roll: 3.14 }, end)).toEqual({
      point: [1, 0, 0.3],
      pitch: 0.1,
      roll: 3.1241,
    });
  });
});
