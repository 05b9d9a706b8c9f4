/** Trails of points, and the translucent copy of another attempt. */

import {
  BufferAttribute,
  BufferGeometry,
  type Color,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
} from "three";
import type { Scene } from "../gen/messages";
import { thinned, tube } from "../model/scene/curves";
import { Bodies } from "./bodies";
import type { Palette } from "./palette";

/** A is turquoise, B orchid, everywhere. */
export type TryColour = "a" | "b";

export const tryColour = (palette: Palette, which: TryColour): Color => (which === "a" ? palette.tryA : palette.tryB);

const MAX_POINTS = 700;

export class Trails {
  readonly root = new Group();
  #paths = new Map<string, { mesh: Mesh<BufferGeometry, MeshBasicMaterial>; colour: TryColour }>();

  /** Draw a path of points [m]; null removes it. */
  set(id: string, points: ArrayLike<number> | null, colour: TryColour, width: number, palette: Palette): void {
    const old = this.#paths.get(id);
    if (old) {
      old.mesh.removeFromParent();
      old.mesh.geometry.dispose();
      old.mesh.material.dispose();
      this.#paths.delete(id);
    }
    if (!points) return;
    const { positions, normals, indices } = tube(thinned(points, MAX_POINTS, width / 2), width);
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(positions, 3));
    geometry.setAttribute("normal", new BufferAttribute(normals, 3));
    geometry.setIndex(new BufferAttribute(indices, 1));
    const mesh = new Mesh(geometry, new MeshBasicMaterial({ toneMapped: false, color: tryColour(palette, colour) }));
    this.root.add(mesh);
    this.#paths.set(id, { mesh, colour });
  }

  paint(palette: Palette): void {
    for (const { mesh, colour } of this.#paths.values()) mesh.material.color.copy(tryColour(palette, colour));
  }

  dispose(): void {
    for (const { mesh } of this.#paths.values()) {
      mesh.geometry.dispose();
      mesh.material.dispose();
    }
  }
}

export class Ghost {
  readonly bodies: Bodies;
  #colour: TryColour;
  #material: MeshLambertMaterial;

  constructor(scene: Scene, colour: TryColour, palette: Palette, fine: boolean) {
    this.#colour = colour;
    this.#material = new MeshLambertMaterial({
      transparent: true,
      opacity: 0.45,
      // Where both attempts stand alike, the robot itself is seen.
      polygonOffset: true,
      polygonOffsetFactor: 2,
      polygonOffsetUnits: 2,
    });
    const robots = new Set(Object.values(scene.robots).flat());
    this.bodies = new Bodies(scene, {
      material: () => this.#material,
      waiting: this.#material,
      shadows: false,
      fine,
      shown: (geom) => (robots.size > 0 ? robots.has(geom.body) : geom.body >= 0),
    });
    this.paint(palette);
  }

  /** Take the meshes that the scene has already. */
  borrow(from: Bodies): void {
    for (const geom of from.scene.geoms) {
      const mesh = geom.kind === "mesh" ? from.meshes.get(geom.id) : undefined;
      if (mesh) this.bodies.share(geom.mesh, mesh.geometry);
    }
  }

  paint(palette: Palette): void {
    this.#material.color.copy(tryColour(palette, this.#colour));
  }

  dispose(): void {
    this.bodies.dispose();
    this.#material.dispose();
  }
}
