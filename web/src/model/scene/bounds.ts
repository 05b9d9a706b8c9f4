/** The box that holds what the picture is about. */

import type { Scene, SceneGeom } from "../../gen/messages";
import { add, bodyPose, compose, distance, poseOf, rotate, scale, type Vec3, vec3 } from "./pose";
import { halfSize } from "./shapes";

export interface Box {
  low: Vec3;
  high: Vec3;
}

export const middle = (box: Box): Vec3 => scale(add(box.low, box.high), 0.5);
/** Half of the diagonal [m]. */
export const radius = (box: Box): number => distance(box.low, box.high) / 2;

export function corners({ low, high }: Box): Vec3[] {
  const pick = (bit: number, axis: 0 | 1 | 2) => (bit ? high[axis] : low[axis]);
  return Array.from({ length: 8 }, (_, n): Vec3 => [pick(n & 1, 0), pick(n & 2, 1), pick(n & 4, 2)]);
}

function around(boxes: readonly Box[]): Box | null {
  const [first] = boxes;
  if (!first) return null;
  const edge = (of: (...numbers: number[]) => number, side: "low" | "high"): Vec3 => [
    of(...boxes.map((box) => box[side][0])),
    of(...boxes.map((box) => box[side][1])),
    of(...boxes.map((box) => box[side][2])),
  ];
  return { low: edge(Math.min, "low"), high: edge(Math.max, "high") };
}

/** The box around one geom in the world. */
export function geomBox(geom: SceneGeom, poses: ArrayLike<number>): Box {
  const pose = compose(bodyPose(poses, geom.body), poseOf(geom));
  const half = halfSize(geom);
  const axes = [
    rotate(pose.quaternion, [half[0], 0, 0]),
    rotate(pose.quaternion, [0, half[1], 0]),
    rotate(pose.quaternion, [0, 0, half[2]]),
  ];
  const reach = (axis: 0 | 1 | 2) => axes.reduce((sum, one) => sum + Math.abs(one[axis]), 0);
  const size: Vec3 = [reach(0), reach(1), reach(2)];
  return { low: add(pose.position, scale(size, -1)), high: add(pose.position, size) };
}

/**
 * What the picture is about: robots and things that can move, not floors and walls.
 *
 * Falls back to everything but planes, then to the extent that the scene states.
 */
export function focus(scene: Scene, poses: ArrayLike<number>): Box {
  const solid = scene.geoms.filter((geom) => geom.kind !== "plane");
  const moving = solid.filter((geom) => geom.body >= 0);
  const found = around((moving.length > 0 ? moving : solid).map((geom) => geomBox(geom, poses)));
  if (found && radius(found) > 1e-6) return found;
  const half = Math.max(scene.extent, 0.1) / 2;
  const center = vec3(scene.center);
  return { low: add(center, [-half, -half, -half]), high: add(center, [half, half, half]) };
}

/** The box around everything but floors: what lights and shadows must cover. */
export function whole(scene: Scene, poses: ArrayLike<number>): Box {
  const solid = scene.geoms.filter((geom) => geom.kind !== "plane");
  return around(solid.map((geom) => geomBox(geom, poses))) ?? focus(scene, poses);
}

/** What the scene stands on: a height, and the edges of a table top; a floor has none. */
export interface Support {
  height: number;
  edges: Box | null;
}

/** The highest fixed table top under the middle of a box, else the floor. */
export function support(scene: Scene, box: Box, floor: number): Support {
  const [x, y] = middle(box);
  const tops = scene.geoms
    .filter(
      (geom) => geom.body < 0 && geom.kind === "box" && Math.abs(rotate(poseOf(geom).quaternion, [0, 0, 1])[2]) > 0.999,
    )
    .map((geom) => geomBox(geom, []))
    .filter(({ low, high }) => low[0] < x && x < high[0] && low[1] < y && y < high[1])
    .filter(({ high }) => high[2] > floor && high[2] <= box.low[2] + 0.02)
    .sort((a, b) => b.high[2] - a.high[2]);
  const [edges] = tops;
  return edges ? { height: edges.high[2], edges } : { height: floor, edges: null };
}
