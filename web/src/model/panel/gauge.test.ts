import { describe, expect, it } from "vitest";
import { arc, damped, PEAK_HOLD, Peak, scaleShare, zoneOf, zonesOf } from "./gauge";
import { findJoint, jointPlace } from "./limits";

describe("a gauge", () => {
  it("keeps its needle on the scale", () => {
    expect(scaleShare(0.3, [0, 0.6])).toBeCloseTo(0.5);
    expect(scaleShare(9, [0, 0.6])).toBe(1);
    expect(scaleShare(-9, [0, 0.6])).toBe(0);
  });

  it("draws its zones from left to right", () => {
    expect(arc(0, 1)).toBe("M10.00 54.00A40 40 0 0 1 90.00 54.00");
  });

  it("marks the highest reading for two seconds", () => {
    const peak = new Peak();
    peak.take(3, 0);
    expect(peak.take(1, PEAK_HOLD)).toBe(3);
    expect(peak.take(1, PEAK_HOLD + 1)).toBe(1);
  });

  it("damps its needle but arrives", () => {
    expect(damped(0, 1, 60)).toBeCloseTo(1 - Math.exp(-1));
    expect(damped(Number.NaN, 1, 0)).toBe(1);
  });
});

describe("a joint", () => {
  const elbow = { name: "arm/elbow", kind: "hinge", low: -2.6, high: 2.6, qpos: 1 } as const;

  it("is near its limit in the last 5 % of its range", () => {
    expect(jointPlace(2.3, elbow).near).toBe(false);
    const near = jointPlace(2.5, elbow);
    expect(near.near).toBe(true);
    expect(near.left).toBeCloseTo(0.1);
  });

  it("has no limit where the model has none", () => {
    expect(jointPlace(100, { ...elbow, low: null }).near).toBe(false);
  });

  it("is found with and without the prefix of its robot", () => {
    expect(findJoint([elbow], "elbow")).toBe(elbow);
    expect(findJoint([elbow], "bow")).toBeUndefined();
  });
});

it("a gauge warns before its end zone, and knows what is past the scale", () => {
  const zone = (value: number, range: number[], end?: number[]) =>
    zoneOf(value, zonesOf({ range, ...(end && { end }) }));
  expect([20, 45, 50, 59, 75].map((value) => zone(value, [0, 60], [50, 60]))).toEqual([
    "",
    "near",
    "end",
    "end",
    "end",
  ]);
  expect(zone(0.002, [0, 0.04], [0, 0.003])).toBe("end");
  expect(zone(-0.001, [0, 0.04], [0, 0.003])).toBe("end");
  expect(zone(0.006, [0, 0.04], [0, 0.003])).toBe("near");
  expect(zone(59, [0, 60])).toBe("");
});

it("a gauge has the zones of the task where the task has any, on both sides", () => {
  const gauge = { range: [-6, 6], working: [-5, 5], end: [5.5, 6] };
  const zones = zonesOf(gauge, { range: [-9, 9], working: [1, 2], low: -7, high: 7 });
  expect(zones).toMatchObject({ range: [-9, 9], working: [1, 2] });
  expect(zones.end).toEqual([[-9, -7], [7, 9]]); // biome-ignore format: zones
  expect([-8, -6, 0, 5.8, 6, 7].map((value) => zoneOf(value, zones))).toEqual([
    "end",
    "near",
    "",
    "near",
    "near",
    "end",
  ]);
  const free = zonesOf(gauge, { range: [-6, 6], working: [], low: null, high: null });
  expect([free.working, free.end, zoneOf(5.8, free)]).toEqual([null, [], ""]);
});
