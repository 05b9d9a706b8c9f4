/** Shapes: from the sizes of MuJoCo to what graphics takes. */

import type { Scene, SceneGeom } from "../../gen/messages";
import { poseOf, rotate, type Vec3, vec3 } from "./pose";

export type Shape =
  | { kind: "plane"; width: number; height: number }
  | { kind: "sphere"; radius: number }
  | { kind: "ellipsoid"; radii: Vec3 }
  /** Along z; `length` is without the round ends. */
  | { kind: "capsule"; radius: number; length: number }
  /** Along z. */
  | { kind: "cylinder"; radius: number; length: number }
  | { kind: "box"; size: Vec3 }
  /** `size` is that of the box around it, drawn until the mesh is there. */
  | { kind: "mesh"; number: number; size: Vec3 };

const LEAST = 1e-4;
const least = (value: number | undefined): number => Math.max(value ?? 0, LEAST);

/** What is to be drawn for a geom. A plane without size is as large as `world` [m]. */
export function shape(geom: SceneGeom, world: number): Shape {
  const [a = 0, b = 0, c = 0] = geom.size;
  switch (geom.kind) {
    case "plane":
      return { kind: "plane", width: 2 * (a > 0 ? a : world), height: 2 * (b > 0 ? b : world) };
    case "sphere":
      return { kind: "sphere", radius: least(a) };
    case "ellipsoid":
      return { kind: "ellipsoid", radii: [least(a), least(b), least(c)] };
    case "capsule":
    case "cylinder":
      return { kind: geom.kind, radius: least(a), length: 2 * least(b) };
    case "box":
      return { kind: "box", size: [2 * least(a), 2 * least(b), 2 * least(c)] };
    case "mesh":
      return { kind: "mesh", number: geom.mesh, size: [2 * least(a), 2 * least(b), 2 * least(c)] };
  }
}

/** Half of the size of the box around a geom, along the geom's own axes [m]. */
export function halfSize(geom: SceneGeom): Vec3 {
  const [a = 0, b = 0] = geom.size;
  switch (geom.kind) {
    case "plane":
      return [0, 0, 0];
    case "sphere":
      return [a, a, a];
    case "capsule":
      return [a, a, a + b];
    case "cylinder":
      return [a, a, b];
    default:
      return vec3(geom.size);
  }
}

/** Whether a geom is a floor: a plane of the world that faces up. */
export function isFloor(geom: SceneGeom): boolean {
  return geom.kind === "plane" && geom.body < 0 && rotate(poseOf(geom).quaternion, [0, 0, 1])[2] > 0.999;
}

/** Height of the floor [m]; null if the scene has none. */
export function floorHeight(scene: Scene): number | null {
  const floors = scene.geoms.filter(isFloor).map((geom) => geom.position[2] ?? 0);
  return floors.length > 0 ? Math.min(...floors) : null;
}

/** Red, green and blue of a geom mixed with a quiet colour; all from 0 to 1. */
export function mixed(rgba: readonly number[], quiet: Vec3, share: number): Vec3 {
  const own = vec3(rgba);
  return [0, 1, 2].map((n) => (own[n] ?? 0) * (1 - share) + (quiet[n] ?? 0) * share) as unknown as Vec3;
}
