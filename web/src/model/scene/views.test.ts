import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Box, corners, middle } from "./bounds";
import { arch, thinned, tube } from "./curves";
import { add, cross, distance, dot, length, scale, subtract, unit, type Vec3 } from "./pose";
import { placeTags, type TagBox } from "./tags";
import { angles, direction, easeOut, fitDistance, freeTangents, NO_INSETS, turn, VIEWS, viewDirection } from "./views";

const box: Box = { low: [-0.2, -0.6, 0], high: [0.8, 0.5, 1.2] };
const tangents = [0.4, 0.28] as const;

describe("views", () => {
  it("front looks at the face of the robot, behind at its back, side at its right, top from above", () => {
    expect(viewDirection("front")[0]).toBeGreaterThan(0.5);
    expect(viewDirection("behind")[0]).toBeLessThan(-0.5);
    expect(viewDirection("side")[1]).toBeLessThan(-0.9);
    expect(viewDirection("top")[2]).toBeGreaterThan(0.999);
    for (const view of VIEWS) expect(length(viewDirection(view))).toBeCloseTo(1);
  });

  it("every corner of the box is in the picture, and one is at its edge", () => {
    for (const view of VIEWS) {
      const back = viewDirection(view);
      const side = unit(cross([0, 0, 1], back));
      const up = cross(back, side);
      const eye = add(middle(box), scale(back, fitDistance(box, back, tangents, 0)));
      const shares = corners(box).map((corner) => {
        const at = subtract(corner, eye);
        const deep = -dot(at, back);
        expect(deep).toBeGreaterThan(0);
        return Math.max(Math.abs(dot(at, side)) / deep / tangents[0], Math.abs(dot(at, up)) / deep / tangents[1]);
      });
      expect(Math.max(...shares)).toBeCloseTo(1, 2);
    }
  });

  it("panes that cover the picture push the eye back", () => {
    const free = freeTangents(1000, 800, 0.6, NO_INSETS);
    const covered = freeTangents(1000, 800, 0.6, { ...NO_INSETS, left: 300 });
    expect(covered[0]).toBeCloseTo(0.7 * free[0]);
    expect(fitDistance(box, viewDirection("top"), covered)).toBeGreaterThan(
      fitDistance(box, viewDirection("top"), free),
    );
  });

  it("angles and directions are each other's inverse", () => {
    const half = fc.double({ min: -1.5, max: 1.5, noNaN: true });
    fc.assert(
      fc.property(half, half, (azimuth, elevation) => {
        const [a, e] = angles(direction(azimuth, elevation));
        expect(a).toBeCloseTo(azimuth, 6);
        expect(e).toBeCloseTo(elevation, 6);
      }),
    );
  });

  it("turns go the shorter way", () => {
    expect(turn(3, -3)).toBeCloseTo(2 * Math.PI - 6);
    expect(turn(0, 1)).toBeCloseTo(1);
  });

  it("moves begin at 0, end at 1 and never go back", () => {
    expect(easeOut(0)).toBe(0);
    expect(easeOut(1)).toBe(1);
    expect(easeOut(2)).toBe(1);
    for (let n = 0; n < 20; n++) expect(easeOut((n + 1) / 20)).toBeGreaterThan(easeOut(n / 20));
  });
});

describe("curves", () => {
  it("points that cannot be told apart or are no numbers are left out", () => {
    expect(thinned([0, 0, 0, 0, 0, 1e-6, 1, 0, 0, Number.NaN, 0, 0], 10)).toEqual([[0, 0, 0], [1, 0, 0]]); // biome-ignore format: short
  });

  it("long paths keep their ends", () => {
    const kept = thinned(
      Float32Array.from({ length: 3000 }, (_, n) => (n % 3 === 0 ? n : 0)),
      50,
    );
    expect(kept.length).toBe(50);
    expect(kept[0]?.[0]).toBe(0);
    expect(kept[49]?.[0]).toBe(2997);
  });

  it("every vertex of a tube is one radius from its line", () => {
    const points: Vec3[] = [[0, 0, 0], [1, 0, 0], [2, 0, 0]]; // biome-ignore format: short
    const { positions, indices } = tube(points, 0.1, 6);
    expect(positions.length).toBe(3 * 3 * 6);
    for (let at = 0; at < positions.length; at += 3)
      expect(Math.hypot(positions[at + 1] ?? 0, positions[at + 2] ?? 0)).toBeCloseTo(0.1);
    expect(Math.max(...indices)).toBe(17);
    expect(tube([[0, 0, 0]], 0.1).positions.length).toBe(0);
  });

  it("the way to the target is arched and begins and ends at its ends", () => {
    const from: Vec3 = [0, 0, 0];
    const to: Vec3 = [0.4, 0, 0];
    expect(arch(from, to, 0)).toEqual(from);
    expect(distance(arch(from, to, 1), to)).toBeCloseTo(0);
    expect(arch(from, to, 0.5)[2]).toBeGreaterThan(0.05);
  });
});

describe("tags", () => {
  const tag = (id: string, x: number, y: number): TagBox => ({ id, x, y, width: 80, height: 20, reach: 40 });
  const size = { width: 800, height: 600 };

  it("tags stand on the outer side of what they name", () => {
    const [left, right] = placeTags([tag("a", 200, 300), tag("b", 600, 300)], size, 400);
    expect(left?.x).toBeLessThan(200);
    expect(right?.x).toBeGreaterThan(600);
  });

  it("tags cover neither each other nor each other's points", () => {
    const tags = [tag("a", 600, 300), tag("b", 604, 304), tag("c", 690, 300)];
    const placed = placeTags(tags, size, 400);
    for (const one of placed) {
      for (const other of placed) {
        if (one.id < other.id) expect(Math.abs(one.x - other.x) >= 80 || Math.abs(one.y - other.y) >= 20).toBe(true);
      }
      for (const { id, x, y } of tags) {
        if (id !== one.id) expect(Math.abs(one.x - x) >= 40 || Math.abs(one.y - y) >= 10).toBe(true);
      }
    }
  });

  it("tags stay in the picture", () => {
    const [placed] = placeTags([tag("a", 780, 300)], size, 400);
    expect(placed && placed.x + 40).toBeLessThan(800);
  });

  it("tags stand beside what lies over the picture", () => {
    const cover = { x: 700, y: 300, width: 180, height: 200 };
    const [placed] = placeTags([tag("a", 600, 300)], size, 400, new Map(), [cover]);
    expect(placed && (Math.abs(placed.x - 700) >= 130 || Math.abs(placed.y - 300) >= 110)).toBe(true);
  });

  it("a place is kept while it fits", () => {
    const [placed] = placeTags([tag("a", 600, 300)], size, 400, new Map([["a", 6]]));
    expect(placed?.spot).toBe(6);
    expect(placed?.y).toBeLessThan(270);
  });
});
