/** Curves in the scene: trails as tubes, and the way to the target. */

import { add, cross, distance, dot, scale, subtract, unit, type Vec3, vec3 } from "./pose";

/** Points at equal steps along a broken line, at most `most` of them; steps that cannot be seen are left out. */
export function thinned(points: ArrayLike<number>, most: number, least = 1e-4): Vec3[] {
  const kept: Vec3[] = [];
  for (let at = 0; at + 2 < points.length; at += 3) {
    const point = vec3(points, at);
    const last = kept[kept.length - 1];
    if (point.every(Number.isFinite) && (!last || distance(last, point) > least)) kept.push(point);
  }
  if (kept.length <= most || most < 2) return kept;
  return Array.from({ length: most }, (_, n) => kept[Math.round((n * (kept.length - 1)) / (most - 1))] ?? [0, 0, 0]);
}

export interface Tube {
  positions: Float32Array;
  normals: Float32Array;
  indices: Uint32Array;
}

/** A tube around a broken line; the frame is carried along so that it does not twist. */
export function tube(points: readonly Vec3[], radius: number, sides = 6): Tube {
  const count = points.length < 2 ? 0 : points.length;
  const positions = new Float32Array(3 * count * sides);
  const normals = new Float32Array(3 * count * sides);
  const indices = new Uint32Array(6 * Math.max(0, count - 1) * sides);
  let across: Vec3 = [0, 0, 0];
  for (let n = 0; n < count; n++) {
    const here = points[n] ?? [0, 0, 0];
    const along = unit(subtract(points[Math.min(n + 1, count - 1)] ?? here, points[Math.max(n - 1, 0)] ?? here));
    if (n === 0) across = Math.abs(along[2]) > 0.9 ? [1, 0, 0] : [0, 0, 1];
    across = unit(subtract(across, scale(along, dot(across, along))));
    const other = cross(along, across);
    for (let side = 0; side < sides; side++) {
      const angle = (2 * Math.PI * side) / sides;
      const normal = add(scale(across, Math.cos(angle)), scale(other, Math.sin(angle)));
      normals.set(normal, 3 * (n * sides + side));
      positions.set(add(here, scale(normal, radius)), 3 * (n * sides + side));
    }
  }
  for (let n = 0; n + 1 < count; n++) {
    for (let side = 0; side < sides; side++) {
      const a = n * sides + side;
      const b = n * sides + ((side + 1) % sides);
      indices.set([a, b, a + sides, b, b + sides, a + sides], 6 * a);
    }
  }
  return { positions, normals, indices };
}

/** A point of the arched way from one place to another; share from 0 to 1. */
export function arch(from: Vec3, to: Vec3, share: number): Vec3 {
  const lift = Math.min(0.22 * distance(from, to), 0.16);
  const top = add(scale(add(from, to), 0.5), [0, 0, 2 * lift]);
  const left = 1 - share;
  return add(add(scale(from, left * left), scale(top, 2 * left * share)), scale(to, share * share));
}
