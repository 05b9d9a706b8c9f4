import { describe, expect, it } from "vitest";
import type { Vec3 } from "./pose";
import { bestWay, closeUps, isStale, workBox, worth } from "./work";

const BACK: Vec3 = [-1, 0, 0];
const HAND: Vec3 = [0, 0, 1];
const AIM: Vec3 = [0, 0.3, 1];

describe("the close-up of a stage", () => {
  it("stays on the usual side while both are seen from there", () => {
    const found = bestWay(closeUps(BACK), (way) => worth(way, BACK, 1, HAND, AIM));
    expect(found).toEqual(BACK);
  });

  it("goes to where both are seen, as near to the usual side as it can", () => {
    // a wall behind: what is seen from x < 0.3 is hidden
    const seen = (way: Vec3) => (way[0] > 0.3 ? 1 : 0);
    const found = bestWay(closeUps(BACK), (way) => worth(way, BACK, seen(way), HAND, AIM));
    expect(found[0]).toBeGreaterThan(0.3);
    expect(found[0]).toBeLessThan(0.6);
  });

  it("does not look along the line from hand to target, where one hides the other", () => {
    const ahead: Vec3 = [0.4, 0, 1];
    const found = bestWay(closeUps(BACK), (way) => worth(way, BACK, 1, HAND, ahead));
    expect(Math.abs(found[0])).toBeLessThan(0.9);
  });

  it("has room around, and is taken anew when something leaves it or it is far too large", () => {
    const box = workBox([HAND, AIM], 0.1);
    expect(box.low).toEqual([-0.1, -0.1, 0.9]);
    expect(isStale(box, box, [HAND, AIM])).toBe(false);
    expect(isStale(box, workBox([HAND, [0, 0.9, 1]], 0.1), [HAND, [0, 0.9, 1]])).toBe(true);
    const wide = workBox([HAND, [0, 3, 1]], 0.1);
    expect(isStale(wide, box, [HAND, AIM])).toBe(true);
  });
});
