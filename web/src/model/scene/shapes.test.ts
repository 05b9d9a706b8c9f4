import { describe, expect, it } from "vitest";
import { focus, geomBox, middle, radius, support, whole } from "./bounds";
import { startPoses } from "./pose";
import { ALONG_X, geom, sample } from "./sample";
import { floorHeight, halfSize, isFloor, mixed, shape } from "./shapes";

describe("shapes", () => {
  it("half sizes of MuJoCo become whole sizes", () => {
    expect(shape(geom({ kind: "box", size: [0.1, 0.2, 0.3] }), 2)).toEqual({ kind: "box", size: [0.2, 0.4, 0.6] });
    expect(shape(geom({ kind: "capsule", size: [0.02, 0.15, 0] }), 2)).toEqual({
      kind: "capsule",
      radius: 0.02,
      length: 0.3,
    });
    expect(shape(geom({ kind: "cylinder", size: [0.05, 0.1, 0] }), 2)).toEqual({
      kind: "cylinder",
      radius: 0.05,
      length: 0.2,
    });
    expect(shape(geom({ kind: "ellipsoid", size: [1, 2, 3] }), 2)).toEqual({ kind: "ellipsoid", radii: [1, 2, 3] });
    expect(shape(geom({ kind: "sphere", size: [0.3, 0, 0] }), 2)).toEqual({ kind: "sphere", radius: 0.3 });
  });

  it("a plane without size is as large as the world", () => {
    expect(shape(geom({ kind: "plane", size: [0, 0, 0.1] }), 5)).toEqual({ kind: "plane", width: 10, height: 10 });
    expect(shape(geom({ kind: "plane", size: [1, 2, 0.1] }), 5)).toEqual({ kind: "plane", width: 2, height: 4 });
  });

  it("nothing is drawn without size", () => {
    const flat = shape(geom({ kind: "box", size: [0.1, 0, 0.1] }), 2);
    expect(flat.kind === "box" && flat.size[1]).toBeGreaterThan(0);
  });

  it("the round ends of a capsule count", () => {
    expect(halfSize(geom({ kind: "capsule", size: [0.02, 0.15, 0] }))[2]).toBeCloseTo(0.17);
  });

  it("only planes of the world that face up are floors", () => {
    expect(isFloor(geom({ kind: "plane" }))).toBe(true);
    expect(isFloor(geom({ kind: "plane", quaternion: ALONG_X }))).toBe(false);
    expect(isFloor(geom({ kind: "plane", body: 2 }))).toBe(false);
    expect(floorHeight(sample)).toBe(-0.7);
    expect(floorHeight({ ...sample, geoms: [] })).toBeNull();
  });

  it("colours are mixed by share", () => {
    expect(mixed([1, 0, 0, 1], [0, 1, 0], 0)).toEqual([1, 0, 0]);
    expect(mixed([1, 0, 0, 1], [0, 1, 0], 0.5)).toEqual([0.5, 0.5, 0]);
  });
});

describe("bounds", () => {
  const poses = startPoses(sample);

  it("the box of a turned geom is turned with it", () => {
    const upper = sample.geoms[3];
    const box = geomBox(upper ?? geom({}), poses);
    expect(box.low[0]).toBeCloseTo(-0.025);
    expect(box.high[0]).toBeCloseTo(0.425);
    expect(box.high[2]).toBeCloseTo(0.125);
  });

  it("the picture is about what can move, not about the table", () => {
    const box = focus(sample, poses);
    expect(box.high[0]).toBeCloseTo(0.724);
    expect(box.high[1]).toBeCloseTo(0.55);
    expect(whole(sample, poses).high[0]).toBeCloseTo(2);
  });

  it("the arm stands on the table under it, and on the floor where there is none", () => {
    const box = focus(sample, poses);
    expect(support(sample, box, -0.7)).toMatchObject({ height: 0, edges: { low: [-2, -2, -0.04] } });
    const away = { low: [5, 5, 0], high: [6, 6, 1] } as const;
    expect(support(sample, away, -0.7)).toEqual({ height: -0.7, edges: null });
  });

  it("a scene without shapes has its stated size", () => {
    const box = focus({ ...sample, geoms: [], center: [1, 2, 3], extent: 4 }, poses);
    expect(middle(box)).toEqual([1, 2, 3]);
    expect(radius(box)).toBeCloseTo(2 * Math.sqrt(3));
  });
});
