/** Marks on the scene: rings around joints, glyphs of cameras, a halo and a dotted way to the target, picked points. */

import {
  BoxGeometry, BufferGeometry, CapsuleGeometry, DoubleSide, Float32BufferAttribute, Group, InstancedMesh, LineBasicMaterial,
  LineSegments, Matrix4, Mesh, MeshBasicMaterial, Object3D, type PerspectiveCamera, Quaternion, RingGeometry,
  TorusGeometry, Vector3,
} from "three"; // biome-ignore format: a list of names
import type { Scene } from "../gen/messages";
import { arch } from "../model/scene/curves";
import { distance, type Vec3 } from "../model/scene/pose";
import { ringRadius } from "../model/scene/things";
import { holds, type Thing } from "../model/thing";
import type { Bodies } from "./bodies";
import type { Palette } from "./palette";

const UP = new Vector3(0, 1, 0);
const AHEAD = new Vector3(0, 0, 1);
const DASHES = 64;
/** Most points that are shown. */
const POINTS = 8;

/** A flat colour over the picture, not toned by the light. */
const flat = (through: boolean) =>
  new MeshBasicMaterial({ toneMapped: false, transparent: true, depthTest: !through, depthWrite: false });

/** How many metres one pixel is at a point of the picture. */
export function metresPerPixel(camera: PerspectiveCamera, at: Vector3, height: number): number {
  const away = Math.max(1e-6, camera.position.distanceTo(at));
  return (2 * away * Math.tan((camera.fov * Math.PI) / 360)) / Math.max(1, height);
}

/** Rings around the joints of robots: what else turns or slides, such as a push-button, is not selected. */
export class JointRings {
  #rings = new Map<string, Mesh<TorusGeometry, MeshBasicMaterial>>();

  build(scene: Scene, bodies: Bodies, size: number): void {
    this.clear();
    const robots = new Set(Object.values(scene.robots).flat());
    for (const joint of scene.joints) {
      if (joint.kind === "free" || (robots.size > 0 && !robots.has(joint.body))) continue;
      const around = ringRadius(scene, joint, 0.03 * size);
      const ring = new Mesh(new TorusGeometry(around, 0.045 * around, 8, 48), flat(false));
      const [x = 0, y = 0, z = 0] = joint.anchor;
      const [ax = 0, ay = 0, az = 1] = joint.axis;
      ring.position.set(x, y, z);
      ring.quaternion.setFromUnitVectors(AHEAD, new Vector3(ax, ay, az).normalize());
      ring.renderOrder = 5;
      (bodies.groups[joint.body] ?? bodies.root).add(ring);
      ring.updateMatrixWorld(true);
      this.#rings.set(joint.name, ring);
    }
  }

  paint(palette: Palette, selected: readonly Thing[], hovered: Thing | null, warned: ReadonlySet<string>): void {
    for (const [name, { material }] of this.#rings) {
      const thing: Thing = { kind: "joint", name };
      const chosen = holds(selected, thing);
      const touched = hovered?.kind === "joint" && hovered.name === name;
      material.color.copy(warned.has(name) ? palette.warn : chosen || touched ? palette.accent : palette.line);
      material.opacity = chosen || touched || warned.has(name) ? 1 : 0.5;
    }
  }

  clear(): void {
    for (const ring of this.#rings.values()) {
      ring.removeFromParent();
      ring.geometry.dispose();
      ring.material.dispose();
    }
    this.#rings.clear();
  }
}

/** Small frames that show where the robot's cameras are and where they look. */
export class CameraGlyphs {
  readonly targets: Mesh[] = [];
  #glyphs = new Map<string, LineSegments<BufferGeometry, LineBasicMaterial>>();

  build(scene: Scene, bodies: Bodies, size: number): void {
    this.clear();
    for (const camera of scene.cameras) {
      const far = 0.09 * size;
      const high = far * Math.tan(Math.min(camera.fovy, 2) / 2);
      const wide = 1.6 * high;
      const ends = [[-wide, -high], [wide, -high], [wide, high], [-wide, high]] as const; // biome-ignore format: corners
      const points = ends.flatMap(([x, y], n) => {
        const [nextX, nextY] = ends[(n + 1) % 4] ?? [x, y];
        return [0, 0, 0, x, y, -far, x, y, -far, nextX, nextY, -far];
      });
      const geometry = new BufferGeometry().setAttribute("position", new Float32BufferAttribute(points, 3));
      const glyph = new LineSegments(geometry, new LineBasicMaterial({ toneMapped: false, transparent: true }));
      const [x = 0, y = 0, z = 0] = camera.position;
      const [qw = 1, qx = 0, qy = 0, qz = 0] = camera.quaternion;
      glyph.position.set(x, y, z);
      glyph.quaternion.set(qx, qy, qz, qw);
      const body = new Mesh(new BoxGeometry(2 * wide, 2 * high, far), new MeshBasicMaterial({ visible: false }));
      body.position.z = -far / 2;
      body.userData.camera = camera.name;
      glyph.add(body);
      this.targets.push(body);
      (bodies.groups[camera.body] ?? bodies.root).add(glyph);
      this.#glyphs.set(camera.name, glyph);
    }
  }

  paint(palette: Palette, selected: readonly Thing[], hovered: Thing | null): void {
    for (const [name, { material }] of this.#glyphs) {
      const thing: Thing = { kind: "camera", name };
      const chosen = holds(selected, thing) || (hovered?.kind === "camera" && hovered.name === name);
      material.color.copy(chosen ? palette.accent : palette.line);
      material.opacity = chosen ? 1 : 0.55;
    }
  }

  set visible(shown: boolean) {
    for (const glyph of this.#glyphs.values()) glyph.visible = shown;
  }

  clear(): void {
    for (const glyph of this.#glyphs.values()) {
      glyph.removeFromParent();
      glyph.geometry.dispose();
      glyph.material.dispose();
    }
    for (const target of this.targets) target.geometry.dispose();
    this.targets.length = 0;
    this.#glyphs.clear();
  }
}

/** Points that were picked: a dot in a ring, as large as can be seen, through everything before them. */
export class PointMarks {
  readonly root = new Group();
  #dot = new InstancedMesh(new RingGeometry(0, 0.38, 24), flat(true), POINTS);
  #ring = new InstancedMesh(new RingGeometry(0.78, 1, 48), flat(true), POINTS);

  constructor() {
    for (const mesh of [this.#dot, this.#ring]) {
      mesh.material.side = DoubleSide;
      mesh.frustumCulled = false;
      mesh.renderOrder = 31;
      mesh.count = 0;
    }
    this.root.add(this.#dot, this.#ring);
  }

  paint(palette: Palette): void {
    for (const { material } of [this.#dot, this.#ring]) material.color.copy(palette.warn);
  }

  show(points: readonly Vec3[], camera: PerspectiveCamera, height: number): void {
    const shown = points.slice(0, POINTS);
    for (const mesh of [this.#dot, this.#ring]) {
      mesh.count = shown.length;
      for (const [n, point] of shown.entries()) {
        const at = new Vector3(...point);
        const size = 9 * metresPerPixel(camera, at, height);
        mesh.setMatrixAt(n, new Matrix4().compose(at, camera.quaternion, new Vector3(size, size, size)));
      }
      mesh.instanceMatrix.needsUpdate = true;
    }
  }

  dispose(): void {
    for (const mesh of [this.#dot, this.#ring]) {
      mesh.geometry.dispose();
      mesh.material.dispose();
      mesh.dispose();
    }
  }
}

/** The target of the current stage: a ring around it and a dotted way from the effector. */
export class TargetMark {
  readonly root = new Group();
  #ring = new Mesh(new RingGeometry(0.86, 1, 64), flat(true));
  #glow = new Mesh(new RingGeometry(1, 1.5, 64), flat(true));
  #dashes = new InstancedMesh(new CapsuleGeometry(0.5, 1, 2, 6), flat(false), DASHES);
  #helper = new Object3D();
  #matrix = new Matrix4();

  constructor() {
    this.#ring.material.side = this.#glow.material.side = DoubleSide;
    this.#glow.material.opacity = 0.16;
    this.#dashes.material.opacity = 0.85;
    this.#dashes.frustumCulled = false;
    this.#ring.renderOrder = this.#glow.renderOrder = 30;
    this.#dashes.renderOrder = 6;
    this.root.add(this.#ring, this.#glow, this.#dashes);
    this.root.visible = false;
  }

  paint(palette: Palette): void {
    for (const { material } of [this.#ring, this.#glow, this.#dashes]) material.color.copy(palette.accent);
  }

  /** `size` is the radius of what is aimed at [m]. */
  show(from: Vec3 | null, to: Vec3 | null, size: number): void {
    this.root.visible = to !== null;
    this.#dashes.visible = from !== null;
    if (!to) return;
    this.#ring.position.set(...to);
    this.#glow.position.set(...to);
    this.root.userData.size = size;
    this.root.userData.from = from;
    this.root.userData.to = to;
  }

  /** Turn the ring to the eye and keep sizes that can be seen. */
  face(camera: PerspectiveCamera, height: number): void {
    const { size, from, to } = this.root.userData as { size: number; from: Vec3 | null; to: Vec3 | null };
    if (!this.root.visible || !to) return;
    const pixel = metresPerPixel(camera, this.#ring.position, height);
    const around = Math.max(1.5 * size, 15 * pixel);
    for (const ring of [this.#ring, this.#glow]) {
      ring.quaternion.copy(camera.quaternion);
      ring.scale.setScalar(around);
    }
    if (!from) return;
    const thick = 3.6 * pixel;
    const way = distance(from, to);
    const room = Math.min(0.4, around / Math.max(way, 1e-6));
    const count = Math.max(0, Math.min(DASHES, Math.round((1 - room) * way * 1.1 / (10 * pixel)))); // biome-ignore format: one rule
    for (let n = 0; n < count; n++) {
      const share = 0.02 + ((n + 0.5) / count) * (0.98 - room);
      const here = new Vector3(...arch(from, to, share));
      const next = new Vector3(...arch(from, to, share + 0.01));
      this.#helper.position.copy(here);
      this.#helper.quaternion.copy(new Quaternion().setFromUnitVectors(UP, next.sub(here).normalize()));
      this.#helper.scale.setScalar(thick);
      this.#helper.updateMatrix();
      this.#dashes.setMatrixAt(n, this.#matrix.copy(this.#helper.matrix));
    }
    this.#dashes.count = count;
    this.#dashes.instanceMatrix.needsUpdate = true;
  }

  dispose(): void {
    for (const mesh of [this.#ring, this.#glow, this.#dashes]) {
      mesh.geometry.dispose();
      mesh.material.dispose();
    }
    this.#dashes.dispose();
  }
}
