/** Shadows without a graphics card: shapes pressed flat onto what they stand on, along the light. */

import { type Color, Group, Matrix4, Mesh, MeshBasicMaterial, NotEqualStencilFunc, Plane, ReplaceStencilOp, Vector3 } from "three"; // biome-ignore format: a list of names
import type { Support } from "../model/scene/bounds";
import type { Bodies, GeomMesh } from "./bodies";
import { LIGHT } from "./studio";

/** A number of its own in the stencil: where shadows overlap they are not darker. */
const STENCIL = 4;

export class FlatShadow {
  readonly root = new Group();
  #material = new MeshBasicMaterial({
    transparent: true,
    depthWrite: false,
    toneMapped: false,
    stencilWrite: true,
    stencilFunc: NotEqualStencilFunc,
    stencilZPass: ReplaceStencilOp,
    stencilRef: STENCIL,
  });
  #press = new Matrix4();
  #pairs: { from: GeomMesh; flat: Mesh }[] = [];

  build(bodies: Bodies, { height, edges }: Support, size: number): void {
    this.clear();
    const [x, y, z] = LIGHT;
    const lift = height + 8e-4 * size;
    this.#press.set(1, 0, -x / z, (height * x) / z, 0, 1, -y / z, (height * y) / z, 0, 0, 0, lift, 0, 0, 0, 1);
    this.#material.clippingPlanes = edges && [
      new Plane(new Vector3(1, 0, 0), -edges.low[0]),
      new Plane(new Vector3(-1, 0, 0), edges.high[0]),
      new Plane(new Vector3(0, 1, 0), -edges.low[1]),
      new Plane(new Vector3(0, -1, 0), edges.high[1]),
    ];
    for (const mesh of bodies.meshes.values()) {
      if ((bodies.geom(mesh)?.body ?? -1) < 0) continue;
      const flat = new Mesh(mesh.geometry, this.#material);
      flat.matrixWorldAutoUpdate = false;
      flat.frustumCulled = false;
      flat.renderOrder = 1;
      this.root.add(flat);
      this.#pairs.push({ from: mesh, flat });
    }
  }

  recolour(colour: Color, dark: boolean): void {
    this.#material.color.copy(colour);
    this.#material.opacity = dark ? 0.5 : 0.3;
  }

  /** Follow the bodies. */
  move(): void {
    for (const { from, flat } of this.#pairs) {
      flat.geometry = from.geometry;
      flat.matrixWorld.multiplyMatrices(this.#press, from.matrixWorld);
    }
  }

  clear(): void {
    this.root.clear();
    this.#pairs = [];
  }

  dispose(): void {
    this.clear();
    this.#material.dispose();
  }
}
