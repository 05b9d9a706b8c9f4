/**
 * A flat drawing of the robots of a scene as they stand now, for the picture of a panel.
 *
 * It is seen along an axis of the body that carries the first robot, so that it stays where it is while that body drives
 * or walks. A shape is drawn as the convex hull of its projected corners.
 */

import type { PictureDocument } from "../../gen/documents";
import type { Scene } from "../../gen/messages";
import { bodyPose, dot, place, type Quat, rotate, subtract, type Vec3, vec3 } from "../scene/pose";
import { anchorOf, hangsOn } from "../scene/things";
import type { Thing } from "../thing";

export type Side = Exclude<NonNullable<PictureDocument["view"]>, "">;
export type Point = readonly [number, number];

/** Axes of a view in the robot (x forward, y left, z up): to the right, up, and towards who looks. */
const VIEWS: Readonly<Record<Side, readonly [Vec3, Vec3, Vec3]>> = {
  front: [
    [0, 1, 0],
    [0, 0, 1],
    [1, 0, 0],
  ],
  back: [
    [0, -1, 0],
    [0, 0, 1],
    [-1, 0, 0],
  ],
  left: [
    [-1, 0, 0],
    [0, 0, 1],
    [0, 1, 0],
  ],
  right: [
    [1, 0, 0],
    [0, 0, 1],
    [0, -1, 0],
  ],
  above: [
    [0, -1, 0],
    [1, 0, 0],
    [0, 0, 1],
  ],
};

/** From above, turned so that forward is to the right. */
const LYING: readonly [Vec3, Vec3, Vec3] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** The same side of the robot as seen with its right hand on the right, or on the left. */
export function facedSide(side: Side, rightOnRight: boolean | null): Side {
  if (rightOnRight === null || (side !== "front" && side !== "back")) return side;
  return rightOnRight ? "back" : "front";
}

/** Turn about the vertical by which a body stands. */
function heading([w, , , z]: Quat): Quat {
  const size = Math.hypot(w, z);
  return size > 1e-9 ? [w / size, 0, 0, z / size] : [1, 0, 0, 0];
}

export interface Box {
  left: number;
  right: number;
  low: number;
  high: number;
}

const EMPTY: Box = { left: Infinity, right: -Infinity, low: Infinity, high: -Infinity };

export const joined = (a: Box, b: Box): Box => ({
  left: Math.min(a.left, b.left),
  right: Math.max(a.right, b.right),
  low: Math.min(a.low, b.low),
  high: Math.max(a.high, b.high),
});

const boxOf = (points: readonly Point[]): Box =>
  points.reduce<Box>((box, [x, y]) => joined(box, { left: x, right: x, low: y, high: y }), EMPTY);

/** The convex hull of points, counter-clockwise (monotone chain). */
export function hullOf(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  if (sorted.length < 3) return sorted;
  const turns = (a: Point, b: Point, c: Point) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  const half = (all: readonly Point[]) => {
    const found: Point[] = [];
    for (const point of all) {
      while (found.length > 1 && turns(found[found.length - 2] as Point, found[found.length - 1] as Point, point) <= 0)
        found.pop();
      found.push(point);
    }
    return found.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

export interface Shape {
  body: number;
  corners: readonly Vec3[];
}

/** The shapes of the robots of a scene. */
export function shapesOf(scene: Scene): Shape[] {
  return scene.geoms.flatMap(({ body, outline }) => {
    const corners: Vec3[] = [];
    for (let at = 0; at + 2 < outline.length; at += 3) corners.push(vec3(outline, at));
    return corners.length > 0 ? [{ body, corners }] : [];
  });
}

/** The body that carries the first robot; -1 without robots. */
export function carrierOf(scene: Scene): number {
  const bodies = Object.values(scene.robots).find((one) => one.length > 0) ?? [];
  return bodies.find((body) => !bodies.includes(scene.bodies[body]?.parent ?? -1)) ?? -1;
}

export interface Drawing {
  /** Hulls of the shapes [m], the farthest first. */
  hulls: Point[][];
  /** Where things are [m], by their places in the list that was asked for; null for a thing that the scene has not. */
  places: (Point | null)[];
  /** What is to be seen whole. */
  box: Box;
}

/** What is drawn of a scene: shapes, the body that carries the robot, and the things that have marks. */
export interface Figure {
  scene: Scene;
  shapes: readonly Shape[];
  carrier: number;
  things: readonly Thing[];
  /** Bodies that are to be seen whole. */
  shown: ReadonlySet<number>;
}

/**
 * Bodies that are to be seen whole: those that joints with marks move, such as arms, but not pedestal or legs; without
 * such joints all but what carries the robot; without marks all.
 */
function shownOf(scene: Scene, shapes: readonly Shape[], carrier: number, things: readonly Thing[]): Set<number> {
  const bodies = [...new Set(shapes.map(({ body }) => body))];
  const joints = things.filter(({ kind }) => kind === "joint").flatMap((thing) => anchorOf(scene, thing)?.body ?? []);
  const moved = bodies.filter((body) => joints.some((joint) => hangsOn(scene, body, joint)));
  const apart = bodies.filter((body) => body !== carrier);
  const some = [things.length > 0 ? moved : [], things.length > 0 ? apart : [], bodies];
  return new Set(some.find((one) => one.length > 0));
}

/** A figure of the robots of a scene; null if there is nothing to draw. */
export function figureOf(scene: Scene, things: readonly Thing[]): Figure | null {
  const shapes = shapesOf(scene);
  const carrier = carrierOf(scene);
  return shapes.length > 0 ? { scene, shapes, carrier, things, shown: shownOf(scene, shapes, carrier, things) } : null;
}

/**
 * Where everything is on the plane of a view.
 *
 * @param poses Of the bodies, as in frames.
 * @param lying Whether forward is to the right in a view from above, and not up.
 */
export function drawn(figure: Figure, poses: ArrayLike<number>, side: Side, lying = false): Drawing {
  const { scene, shapes, carrier, shown, things } = figure;
  const own = bodyPose(poses, carrier);
  const turn = heading(own.quaternion);
  const axes = side === "above" && lying ? LYING : VIEWS[side];
  const [right, up, near] = [rotate(turn, axes[0]), rotate(turn, axes[1]), rotate(turn, axes[2])];
  const flat = (point: Vec3): Point => {
    const from = subtract(point, own.position);
    return [dot(from, right), dot(from, up)];
  };
  const hulls = shapes
    .map(({ body, corners }) => {
      const pose = bodyPose(poses, body);
      const points = corners.map((corner) => place(pose, corner));
      const depth = points.reduce((sum, point) => sum + dot(point, near), 0) / points.length;
      return { body, depth, hull: hullOf(points.map(flat)) };
    })
    .sort((a, b) => a.depth - b.depth);
  const places = things.map((thing) => {
    const anchor = anchorOf(scene, thing);
    return anchor && flat(place(bodyPose(poses, anchor.body), anchor.pose.position));
  });
  const seen = hulls.filter(({ body }) => shown.has(body)).flatMap(({ hull }) => hull);
  const marked = places.filter((point, index) => point !== null && things[index]?.kind !== "camera");
  return {
    hulls: hulls.map(({ hull }) => hull),
    places,
    box: boxOf([...seen, ...marked.filter((point) => point !== null)]),
  };
}

/** From the plane of a view [m] to a picture with y down, so that a box fills it but for a margin. */
export function fitted(box: Box, [width, height]: Point, margin: number): (point: Point) => Point {
  const [wide, tall] = [Math.max(box.right - box.left, 1e-6), Math.max(box.high - box.low, 1e-6)];
  const scale = Math.min((width - 2 * margin) / wide, (height - 2 * margin) / tall);
  const [x, y] = [(box.left + box.right) / 2, (box.low + box.high) / 2];
  return ([a, b]) => [width / 2 + scale * (a - x), height / 2 - scale * (b - y)];
}

/** How much larger a figure must become by being turned that it is. */
const WORTH = 1.6;

/** Whether a figure is so long that it fills a picture much better when it is turned by a quarter. */
export function isLong({ left, right, low, high }: Box, [width, height]: Point): boolean {
  const size = (wide: number, tall: number) => Math.min(width / Math.max(wide, 1e-6), height / Math.max(tall, 1e-6));
  return size(high - low, right - left) > WORTH * size(right - left, high - low);
}

const ROUNDS = 80;

/**
 * Places of marks, moved apart as little as it takes that none covers another, within the picture.
 *
 * @param places Where the things are.
 * @param layout Where the panel has the marks: things at one place part in these directions.
 * @param gap Least distance between two marks.
 */
export function spread(
  places: readonly Point[],
  layout: readonly Point[],
  gap: number,
  [width, height]: Point,
): Point[] {
  const found = places.map(([x, y], index): [number, number] => {
    const [u, v] = layout[index] ?? [0, 0];
    return [x + 1e-3 * u, y + 1e-3 * v];
  });
  for (let round = 0; round < ROUNDS; round++) {
    let moved = false;
    found.forEach((one, index) => {
      for (const two of found.slice(index + 1)) {
        const [dx, dy] = [two[0] - one[0], two[1] - one[1]];
        const apart = Math.hypot(dx, dy);
        if (apart >= gap * 0.999) continue;
        const [x, y] = apart > 1e-9 ? [dx / apart, dy / apart] : [1, 0];
        const by = (gap - apart) / 2;
        one[0] -= x * by;
        one[1] -= y * by;
        two[0] += x * by;
        two[1] += y * by;
        moved = true;
      }
    });
    for (const one of found) {
      one[0] = Math.min(Math.max(one[0], gap / 2), width - gap / 2);
      one[1] = Math.min(Math.max(one[1], gap / 2), height - gap / 2);
    }
    if (!moved) break;
  }
  return found;
}
