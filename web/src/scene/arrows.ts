/** Arrows X, Y, Z at the selected effector, in the colours that the joystick shares. */

import { ConeGeometry, CylinderGeometry, Group, Mesh, MeshBasicMaterial, type PerspectiveCamera, Vector3 } from "three";
import type { Pose } from "../model/scene/pose";
import { metresPerPixel } from "./marks";
import type { Palette } from "./palette";

/** Length of an arrow [px]. */
const LENGTH = 92;
const WAYS = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)] as const;
const UP = new Vector3(0, 1, 0);

export class Arrows {
  readonly root = new Group();
  #materials = WAYS.map(() => new MeshBasicMaterial({ toneMapped: false, depthTest: false, transparent: true }));
  #shaft = new CylinderGeometry(0.022, 0.022, 0.84, 12);
  #head = new ConeGeometry(0.075, 0.2, 20);
  #size = 0;

  constructor() {
    WAYS.forEach((way, n) => {
      const shaft = new Mesh(this.#shaft, this.#materials[n]);
      const head = new Mesh(this.#head, this.#materials[n]);
      shaft.position.copy(way).multiplyScalar(0.42);
      head.position.copy(way).multiplyScalar(0.9);
      shaft.quaternion.setFromUnitVectors(UP, way);
      head.quaternion.copy(shaft.quaternion);
      shaft.renderOrder = head.renderOrder = 40;
      this.root.add(shaft, head);
    });
    this.root.visible = false;
  }

  paint(palette: Palette): void {
    this.#materials.forEach((material, n) => {
      material.color.copy(palette.axes[n] ?? palette.accent);
    });
  }

  /** `turned` is the frame whose axes are shown; null hides them. */
  show(pose: Pose | null): void {
    this.root.visible = pose !== null;
    if (!pose) return;
    const [w, x, y, z] = pose.quaternion;
    this.root.position.set(...pose.position);
    this.root.quaternion.set(x, y, z, w);
  }

  /** Keep one size on the screen. */
  face(camera: PerspectiveCamera, height: number): void {
    this.#size = LENGTH * metresPerPixel(camera, this.root.position, height);
    this.root.scale.setScalar(this.#size);
    this.root.updateMatrixWorld(true);
  }

  /** Where the letter of an axis stands. */
  tip(axis: number, out: Vector3): Vector3 {
    return this.root.localToWorld(out.copy(WAYS[axis] ?? UP).multiplyScalar(1.2));
  }

  dispose(): void {
    this.#shaft.dispose();
    this.#head.dispose();
    for (const material of this.#materials) material.dispose();
  }
}
