/** Lamps of the scene: their shapes shine in their own colour while they are lit. */

import { Color, type Material, MeshBasicMaterial } from "three";
import type { Bodies, GeomMesh } from "./bodies";

interface Shown {
  /** Its place among the lamps of the scene. */
  place: number;
  mesh: GeomMesh;
  /** What it is drawn with while it is off. */
  off: Material;
  on: MeshBasicMaterial;
}

export class Lamps {
  #shown: Shown[] = [];

  build(bodies: Bodies): void {
    this.clear();
    for (const [place, lamp] of bodies.scene.lamps.entries()) {
      const mesh = bodies.meshes.get(lamp.geom);
      if (!mesh) continue;
      const [r = 1, g = 1, b = 1] = lamp.colour;
      const on = new MeshBasicMaterial({ color: new Color().setRGB(r, g, b, "srgb"), toneMapped: false });
      this.#shown.push({ place, mesh, off: mesh.material, on });
    }
  }

  /** Light those that are lit, in the order of the scene's lamps; true if one has changed. */
  update(lit: readonly boolean[]): boolean {
    let changed = false;
    for (const shown of this.#shown) {
      const { place, mesh, on } = shown;
      if (mesh.material !== on) shown.off = mesh.material; // its mesh may have come since
      const wanted = lit[place] ? on : shown.off;
      if (mesh.material === wanted) continue;
      mesh.material = wanted;
      changed = true;
    }
    return changed;
  }

  clear(): void {
    for (const { mesh, off, on } of this.#shown) {
      mesh.material = off;
      on.dispose();
    }
    this.#shown = [];
  }
}
