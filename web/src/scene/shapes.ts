/** Geometry of shapes. Edges are slightly rounded: they catch the light as real ones do. */

import {
  BoxGeometry,
  type BufferGeometry,
  CapsuleGeometry,
  LatheGeometry,
  PlaneGeometry,
  SphereGeometry,
  Vector2,
} from "three";
import { RoundedBoxGeometry } from "three/addons/geometries/RoundedBoxGeometry.js";
import type { Shape } from "../model/scene/shapes";

/** How finely round things are made: sides all round and steps of a rounded edge. */
interface Grain {
  sides: number;
  bevel: number;
}
const FINE: Grain = { sides: 48, bevel: 4 };
/** Without a graphics card a picture takes as long as its triangles are many. */
const COARSE: Grain = { sides: 16, bevel: 1 };

/** A round bar along z with rounded edges. */
function bar(radius: number, length: number, { sides, bevel }: Grain): BufferGeometry {
  const round = Math.min(0.12 * radius, 0.24 * length, 0.006);
  const half = length / 2;
  const outline: Vector2[] = [new Vector2(0, -half)];
  for (const end of [-1, 1]) {
    for (let n = 0; n <= bevel; n++) {
      const angle = ((end < 0 ? n : bevel - n) / bevel) * (Math.PI / 2);
      const out = radius - round + round * Math.sin(angle);
      outline.push(new Vector2(out, end * (half - round + round * Math.cos(angle))));
    }
  }
  outline.push(new Vector2(0, half));
  return new LatheGeometry(outline, sides).rotateX(Math.PI / 2);
}

function box([x, y, z]: readonly [number, number, number], { bevel }: Grain): BufferGeometry {
  return new RoundedBoxGeometry(x, y, z, Math.max(1, bevel - 1), Math.min(0.18 * Math.min(x, y, z), 0.01));
}

/**
 * The geometry of a shape in the axes of MuJoCo. Meshes are boxes until they have come; a `pictured` box shows a whole
 * texture on every side, up to its edges.
 */
export function geometryOf(shape: Shape, fine: boolean, pictured = false): BufferGeometry {
  const grain = fine ? FINE : COARSE;
  const { sides } = grain;
  switch (shape.kind) {
    case "plane":
      return new PlaneGeometry(shape.width, shape.height);
    case "sphere":
      return new SphereGeometry(shape.radius, sides, sides / 2);
    case "ellipsoid":
      return new SphereGeometry(1, sides, sides / 2).scale(...shape.radii);
    case "capsule":
      return new CapsuleGeometry(shape.radius, shape.length, sides / 4, sides).rotateX(Math.PI / 2);
    case "cylinder":
      return bar(shape.radius, shape.length, grain);
    case "box":
      return pictured ? new BoxGeometry(...shape.size) : box(shape.size, grain);
    case "mesh":
      return box(shape.size, grain);
  }
}
