import { describe, expect, it } from "vitest";
import type { PanelDocument } from "../../gen/documents";
import type { Scene } from "../../gen/messages";
import { coordinatesOf, pointInWorld, pointsOf, pointWithin } from "./points";

const entry = { type: "entry" as const, range: [-1500, 1500], unit: "mm" };
const panel: PanelDocument = {
  format: "pult.panel",
  version: 1,
  elements: {
    x: { ...entry, initial: 700 },
    y: entry,
    z: { ...entry, range: [-0.5, 0.5], unit: "m" },
    there: { type: "point", entries: ["x", "y", "z"], frame: "platform" },
  },
};
/** A platform 0.45 m above a base that is turned to the left by a right angle, 2 m ahead. */
const scene = {
  bodies: [{ name: "base" }],
  sites: [{ name: "platform", body: 0, position: [0, 0, 0.45], quaternion: [1, 0, 0, 0] }],
  effectors: {},
} as unknown as Scene;
const poses = [2, 0, 0, Math.SQRT1_2, 0, 0, Math.SQRT1_2];

const rounded = (x: number) => Math.round(x * 1e9) / 1e9 + 0;

describe("points of a panel", () => {
  it("are given in the axes of their frame, as it stands now", () => {
    const found = pointWithin(panel, "there", scene, poses, [2, 1, 0.75]);
    expect(found?.map(rounded)).toEqual([1, 0, 0.3]);
    const back = found && pointInWorld(scene, poses, { frame: "platform", position: found });
    expect(back?.map(rounded)).toEqual([2, 1, 0.75]);
    expect(pointWithin(panel, "there", { ...scene, sites: [] }, poses, [0, 0, 0])).toBeNull();
  });

  it("set the entries in their units, to the millimetre", () => {
    expect(coordinatesOf(panel, "there", [1.00049, -0.2, 0.3])).toEqual({
      values: { x: 1000, y: -200, z: 0.3 },
      beyond: null,
    });
    expect(coordinatesOf(panel, "there", [1, 0, 0.6])?.beyond).toEqual({
      entry: "z",
      value: 0.6,
      low: -0.5,
      high: 0.5,
      unit: "m",
    });
    expect(coordinatesOf(panel, "x", [1, 0, 0])).toBeNull();
  });

  it("are read from the entries, and told from those at the start", () => {
    const values: Record<string, number> = { x: 700, y: 0, z: 0 };
    const [start] = pointsOf(panel, (name) => values[name]);
    expect(start).toMatchObject({ element: "there", frame: "platform", changed: false });
    expect(start?.position.map(rounded)).toEqual([0.7, 0, 0]);
    const [moved] = pointsOf(panel, (name) => (name === "z" ? 0.25 : values[name]));
    expect(moved?.changed).toBe(true);
    expect(moved?.position.map(rounded)).toEqual([0.7, 0, 0.25]);
  });
});
