/** How high the hand is: a line from it straight down, and a ring where it meets what lies below. */

import {
  CylinderGeometry, Group, Mesh, MeshBasicMaterial, type PerspectiveCamera, Raycaster, RingGeometry, Vector3,
} from "three"; // biome-ignore format: a list of names
import type { Vec3 } from "../model/scene/pose";
import type { Bodies } from "./bodies";
import { metresPerPixel } from "./marks";
import type { Palette } from "./palette";

/** What is nearer below the hand than this is the hand itself [m]. */
const OWN = 0.07;
/** Time between two looks at what lies below [ms]: that needs every shape of the scene. */
const LOOK = 120;
const DOWN = new Vector3(0, 0, -1);

export class Plumb {
  readonly root = new Group();
  #line = new Mesh(new CylinderGeometry(0.5, 0.5, 1, 6), new MeshBasicMaterial({ transparent: true, opacity: 0.7 }));
  #ring = new Mesh(new RingGeometry(0.7, 1, 40), new MeshBasicMaterial({ transparent: true, opacity: 0.8 }));
  #ray = new Raycaster();
  #looked = Number.NEGATIVE_INFINITY;
  #height = 0;

  constructor() {
    this.#line.rotation.x = Math.PI / 2;
    this.#ring.renderOrder = 29;
    this.#ring.material.depthWrite = this.#line.material.depthWrite = false;
    this.root.add(this.#line, this.#ring);
    this.root.visible = false;
  }

  paint(palette: Palette): void {
    for (const { material } of [this.#line, this.#ring]) material.color.copy(palette.accent);
  }

  /** Show how high a point is; null shows nothing. */
  show(point: Vec3 | null, bodies: Bodies | null, camera: PerspectiveCamera, height: number, now: number): void {
    this.root.visible = point !== null && bodies !== null;
    if (!point || !bodies) return;
    if (now - this.#looked > LOOK) {
      this.#looked = now;
      this.#ray.set(new Vector3(...point), DOWN);
      this.#ray.near = OWN;
      const [below] = this.#ray.intersectObjects([...bodies.meshes.values()], false);
      this.#height = below?.point.z ?? Number.NaN;
    }
    const [x, y, z] = point;
    const long = z - this.#height;
    this.root.visible = long > OWN;
    const pixel = metresPerPixel(camera, this.#ring.position.set(x, y, this.#height + 0.002), height);
    this.#ring.scale.setScalar(9 * pixel);
    this.#line.position.set(x, y, z - long / 2);
    this.#line.scale.set(1.6 * pixel, long, 1.6 * pixel);
  }

  dispose(): void {
    for (const mesh of [this.#line, this.#ring]) {
      mesh.geometry.dispose();
      mesh.material.dispose();
    }
  }
}
