/** The bodies of a scene as a flat list of groups, moved by the poses of frames. */

import { BufferAttribute, BufferGeometry, Group, type Material, Mesh } from "three";
import type { Scene, SceneGeom } from "../gen/messages";
import type { MeshData } from "../link/mesh";
import { STRIDE, samePoses } from "../model/scene/pose";
import { isFloor, shape } from "../model/scene/shapes";
import { geometryOf } from "./shapes";

export interface Look {
  material: (geom: SceneGeom) => Material;
  waiting: Material;
  shadows: boolean;
  fine: boolean;
  /** Which geoms are drawn. */
  shown: (geom: SceneGeom) => boolean;
}

/** A mesh drawn for a geom. */
export type GeomMesh = Mesh<BufferGeometry, Material>;

export class Bodies {
  readonly root = new Group();
  readonly scene: Scene;
  /** By index of the body. */
  readonly groups: Group[];
  readonly meshes = new Map<number, GeomMesh>();
  #look: Look;
  /** A copy: who gives poses may write the next ones into the same place. */
  #moved: Float32Array | null = null;
  #own: BufferGeometry[] = [];
  #geoms = new Map<GeomMesh, SceneGeom>();

  constructor(scene: Scene, look: Look) {
    this.scene = scene;
    this.#look = look;
    this.groups = scene.bodies.map(() => new Group());
    this.root.add(...this.groups);
    for (const geom of scene.geoms) if (!isFloor(geom) && look.shown(geom)) this.#add(geom);
  }

  #add(geom: SceneGeom): void {
    const form = shape(geom, Math.max(2, 2 * this.scene.extent));
    const geometry = geometryOf(form, this.#look.fine, geom.texture >= 0);
    this.#own.push(geometry);
    const material = geom.kind === "mesh" ? this.#look.waiting : this.#look.material(geom);
    const mesh: GeomMesh = new Mesh(geometry, material);
    const [x = 0, y = 0, z = 0] = geom.position;
    const [qw = 1, qx = 0, qy = 0, qz = 0] = geom.quaternion;
    mesh.position.set(x, y, z);
    mesh.quaternion.set(qx, qy, qz, qw);
    mesh.castShadow = mesh.receiveShadow = this.#look.shadows && (geom.rgba[3] ?? 1) > 0.5;
    this.meshes.set(geom.id, mesh);
    this.#geoms.set(mesh, geom);
    (this.groups[geom.body] ?? this.root).add(mesh);
  }

  /** The geom that a mesh draws. */
  geom(mesh: unknown): SceneGeom | undefined {
    return this.#geoms.get(mesh as GeomMesh);
  }

  /** Numbers of the meshes that the scene draws. */
  get wanted(): number[] {
    return [...new Set([...this.#geoms.values()].filter((geom) => geom.kind === "mesh").map((geom) => geom.mesh))];
  }

  /** A mesh has come: it takes the place of the boxes. */
  arrived(number: number, data: MeshData): void {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(data.vertices, 3));
    geometry.setAttribute("normal", new BufferAttribute(data.normals, 3));
    geometry.setIndex(new BufferAttribute(data.faces, 1));
    this.share(number, geometry);
    this.#own.push(geometry);
  }

  /** Use a geometry that somebody else owns. */
  share(number: number, geometry: BufferGeometry): void {
    for (const [mesh, geom] of this.#geoms) {
      if (geom.kind !== "mesh" || geom.mesh !== number) continue;
      mesh.geometry = geometry;
      mesh.material = this.#look.material(geom);
    }
  }

  /** Put the bodies where the poses say; false if they are there already. */
  move(poses: ArrayLike<number>): boolean {
    if (this.#moved && samePoses(poses, this.#moved)) return false;
    if (this.#moved?.length === poses.length) this.#moved.set(poses);
    else this.#moved = Float32Array.from(poses);
    this.groups.forEach((group, index) => {
      const at = STRIDE * index;
      if (at + STRIDE > poses.length) return;
      group.position.set(poses[at] ?? 0, poses[at + 1] ?? 0, poses[at + 2] ?? 0);
      group.quaternion.set(poses[at + 4] ?? 0, poses[at + 5] ?? 0, poses[at + 6] ?? 0, poses[at + 3] ?? 1);
      group.updateMatrix();
    });
    this.root.updateMatrixWorld(true);
    return true;
  }

  dispose(): void {
    this.root.removeFromParent();
    for (const geometry of this.#own) geometry.dispose();
    this.#own = [];
  }
}
