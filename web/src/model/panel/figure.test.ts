import { describe, expect, it } from "vitest";
import type { Scene } from "../../gen/messages";
import { STRIDE, startPoses } from "../scene/pose";
import { geom, sample } from "../scene/sample";
import { carrierOf, drawn, facedSide, figureOf, fitted, hullOf, isLong, type Point, spread } from "./figure";

const CUBE = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].flatMap((z) => [0.1 * x, 0.1 * y, 0.1 * z])));
const scene: Scene = {
  ...sample,
  geoms: [
    geom({ id: 0, kind: "plane" }),
    geom({ id: 1, body: 0, outline: CUBE }),
    geom({ id: 2, body: 2, outline: CUBE }),
    geom({ id: 3, body: 4 }), // a free box: no part of a robot
  ],
  robots: { "": [0, 1, 2, 3] },
};
const things = [{ kind: "joint", name: scene.joints[0]?.name ?? "" } as const];
const figure = figureOf(scene, things);
const round = (points: readonly Point[]) =>
  points.map(([x, y]) => [Math.round(1e3 * x) / 1e3, Math.round(1e3 * y) / 1e3]);

describe("the figure of a robot", () => {
  it("is drawn of the shapes of robots alone", () => {
    expect(figure?.shapes.map(({ body }) => body)).toEqual([0, 2]);
    expect(carrierOf(scene)).toBe(0);
    expect(figureOf({ ...scene, geoms: [] }, things)).toBeNull();
  });

  it("shows whole what joints with marks move, and not what carries the robot; without marks all", () => {
    const [, elbow] = scene.joints;
    expect([...(figureOf(scene, [{ kind: "joint", name: elbow?.name ?? "" }])?.shown ?? [])]).toEqual([2]);
    expect([...(figureOf(scene, [{ kind: "effector", name: "none" }])?.shown ?? [])]).toEqual([2]);
    expect([...(figureOf(scene, [])?.shown ?? [])]).toEqual([0, 2]);
  });

  it("is seen from its side, right and left as who looks has them", () => {
    if (!figure) throw new Error();
    const poses = startPoses(scene); // the fore link is 0.4 m before the base
    const middle = (side: "front" | "back" | "left" | "right" | "above") => {
      const box = drawn({ ...figure, things: [], shown: new Set([2]) }, poses, side).box;
      return round([[(box.left + box.right) / 2, (box.low + box.high) / 2]])[0]?.map((one) => one + 0);
    };
    expect(middle("right")).toEqual([0.4, 0]);
    expect(middle("left")).toEqual([-0.4, 0]);
    expect(middle("above")).toEqual([0, 0.4]);
    poses[2 * STRIDE + 1] = 0.3; // to its left
    expect(middle("front")).toEqual([0.3, 0]);
    expect(middle("back")).toEqual([-0.3, 0]);
    expect(middle("above")).toEqual([-0.3, 0.4]);
  });

  it("moves as the robot moves, and stays where it is while the robot drives and turns", () => {
    if (!figure) throw new Error();
    const poses = startPoses(scene);
    const before = drawn(figure, poses, "right");
    poses[2 * STRIDE + 2] = 0.5; // the fore link is lifted by 0.4 m
    const lifted = drawn(figure, poses, "right");
    expect(lifted.box.high - before.box.high).toBeCloseTo(0.4, 5);
    const [c, s] = [Math.cos(0.4), Math.sin(0.4)];
    const driven = Float32Array.from(poses);
    for (let body = 0; body < scene.bodies.length; body++) {
      const [x = 0, y = 0] = poses.subarray(STRIDE * body);
      // turned by 0.8 rad about the vertical, then 3 m to the left
      driven.set([Math.cos(0.8) * x - Math.sin(0.8) * y, Math.sin(0.8) * x + Math.cos(0.8) * y + 3], STRIDE * body);
      driven.set([c, 0, 0, s], STRIDE * body + 3);
    }
    const away = drawn(figure, driven, "right");
    for (const key of ["left", "right", "low", "high"] as const) expect(away.box[key]).toBeCloseTo(lifted.box[key], 4);
    expect(away.places[0]?.[0]).toBeCloseTo(lifted.places[0]?.[0] ?? Number.NaN, 4);
    expect(away.places[0]?.[1]).toBeCloseTo(lifted.places[0]?.[1] ?? Number.NaN, 4);
  });

  it("shows the front or the back as the scene does, and a side that has no sides as it is", () => {
    expect([facedSide("front", true), facedSide("front", false), facedSide("front", null)]).toEqual([
      "back",
      "front",
      "front",
    ]);
    expect(facedSide("above", true)).toBe("above");
  });

  it("fits a picture with y down, and lies down only where that is worth it", () => {
    const box = { left: -1, right: 1, low: 0, high: 1 };
    const place = fitted(box, [340, 180], 10);
    expect(place([-1, 0.5])).toEqual([10, 90]);
    expect(place([0, 1])[1]).toBeCloseTo(10);
    expect(isLong({ left: -0.1, right: 0.1, low: 0, high: 2 }, [340, 180])).toBe(true);
    expect(isLong({ left: -0.5, right: 0.5, low: 0, high: 1 }, [340, 180])).toBe(false);
  });

  it("has hulls that hold all their points, and only corners", () => {
    const grid = [0, 1, 2].flatMap((x) => [0, 1, 2].map((y): Point => [x, y]));
    expect(hullOf(grid)).toEqual([[0, 0], [2, 0], [2, 2], [0, 2]]); // biome-ignore format: a square
    expect(hullOf([[1, 1]])).toEqual([[1, 1]]);
  });
});

describe("marks", () => {
  it("part in the directions that the panel gives them, and no more than they must", () => {
    const same: Point[] = [[100, 100], [100, 100], [200, 50]]; // biome-ignore format: places
    const found = spread(same, [[10, 0], [20, 0], [0, 0]], 30, [340, 250]); // biome-ignore format: places
    expect(
      Math.hypot((found[0]?.[0] ?? 0) - (found[1]?.[0] ?? 0), (found[0]?.[1] ?? 0) - (found[1]?.[1] ?? 0)),
    ).toBeCloseTo(30, 0);
    expect(found[1]?.[0]).toBeGreaterThan(found[0]?.[0] ?? 0);
    expect(found[2]?.[0]).toBeCloseTo(200, 1);
  });

  it("stay within the picture and off each other, wherever the robot reaches", () => {
    const places = Array.from({ length: 18 }, (_, k): Point => [330 + (k % 3), 240 + (k % 5)]);
    const found = spread(places, places, 24, [340, 250]);
    for (const [x, y] of found) {
      expect(x).toBeGreaterThanOrEqual(12);
      expect(x).toBeLessThanOrEqual(328);
      expect(y).toBeLessThanOrEqual(238);
    }
    found.forEach(([x, y], k) => {
      for (const [u, v] of found.slice(k + 1)) expect(Math.hypot(x - u, y - v)).toBeGreaterThan(20);
    });
  });
});
