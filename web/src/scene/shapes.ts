/** Geometry of shapes. Edges are slightly rounded: they catch the light as real ones do. */

import { type BufferGeometry, CapsuleGeometry, LatheGeometry, PlaneGeometry, SphereGeometry, Vector2 } from "three";
import { RoundedBoxGeometry } from "three/addons/geometries/RoundedBoxGeometry.js";
import type { Shape } from "../model/scene/shapes";

const BEVEL = 4;

/** A round bar along z with rounded edges. */
function bar(radius: number, length: number, sides: number): BufferGeometry {
  const round = Math.min(0.12 * radius, 0.24 * length, 0.006);
  const half = length / 2;
  const outline: Vector2[] = [new Vector2(0, -half)];
  for (const end of [-1, 1]) {
    for (let n = 0; n <= BEVEL; n++) {
      const angle = ((end < 0 ? n : BEVEL - n) / BEVEL) * (Math.PI / 2);
      const out = radius - round + round * Math.sin(angle);
      outline.push(new Vector2(out, end * (half - round + round * Math.cos(angle))));
    }
  }
  outline.push(new Vector2(0, half));
  return new LatheGeometry(outline, sides).rotateX(Math.PI / 2);
}

function box(x: number, y: number, z: number): BufferGeometry {
  return new RoundedBoxGeometry(x, y, z, 3, Math.min(0.18 * Math.min(x, y, z), 0.01));
}

/** The geometry of a shape in the axes of MuJoCo. Meshes are boxes until they have come. */
export function geometryOf(shape: Shape, fine: boolean): BufferGeometry {
  const sides = fine ? 48 : 32;
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
      return bar(shape.radius, shape.length, sides);
    case "box":
    case "mesh":
      return box(...shape.size);
  }
}
