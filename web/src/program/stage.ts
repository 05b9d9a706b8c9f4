/** The arm in three dimensions, with a gizmo at the target that is moved and turned by hand. Axes: interface frame. */

import {
  AmbientLight, BoxGeometry, BufferGeometry, CylinderGeometry, DirectionalLight, Float32BufferAttribute, GridHelper, Group,
  Line, LineBasicMaterial, LineDashedMaterial, Mesh, MeshStandardMaterial, Object3D, PerspectiveCamera, Scene,
  SphereGeometry, Vector3, WebGLRenderer,
} from "three"; // biome-ignore format: a list of names
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { TransformControls } from "three/addons/controls/TransformControls.js";
import { pitched, rolled, turnedAbout } from "@/model/program/turning";
import type { Quat, Vec3 } from "@/model/scene/pose";
import { paletteOf } from "@/scene/palette";
import { readTokens } from "@/scene/tokens";

type Point = readonly number[];
export type GizmoMode = "move" | "turn";

/** Where the grab should be. */
export interface StageTarget {
  point: Point;
  /** Positive down [rad]. */
  pitch: number;
  roll: number;
  /** Direction of the grab seen from above [rad]. */
  heading: number;
  refused: boolean;
}

/** What is to be seen. */
export interface Shown {
  /** Column, shoulder, elbow, wrist, finger tips [m]. */
  arm: readonly Point[];
  ways: readonly { points: readonly Point[]; chosen: boolean; refused: boolean }[];
  /** Null while it is played. */
  target: StageTarget | null;
}

/** What a hand does with the gizmo. */
export interface Told {
  onMove: (point: Vec3) => void;
  onTurn: (to: { pitch?: number; roll?: number }) => void;
  /** It was let go. */
  onEnd: () => void;
}

const UP = new Vector3(0, 1, 0);
const RADIUS = 0.022;
const PLATFORM = { radius: 0.3, height: 0.45 };
const vector = ([x = 0, y = 0, z = 0]: Point) => new Vector3(x, y, z);
const quatOf = ({ quaternion: { x, y, z, w } }: Object3D): Quat => [w, x, y, z];
const putTurn = (object: Object3D, [w, x, y, z]: Quat) => object.quaternion.set(x, y, z, w);

export class ProgramStage {
  readonly #host: HTMLElement;
  readonly #told: Told;
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera = new PerspectiveCamera(38, 1, 0.05, 30);
  readonly #orbit: OrbitControls;
  readonly #gizmo: TransformControls;
  /** What the gizmo holds: it has the pitch, and not the roll, so that its y axis is that of the pitch. */
  readonly #handle = new Object3D();
  readonly #grab = new Group();
  readonly #arm = new Group();
  readonly #ways = new Group();
  readonly #base = new MeshStandardMaterial({ roughness: 0.9, transparent: true, opacity: 0.6 });
  readonly #link = new MeshStandardMaterial({ roughness: 0.6 });
  readonly #fingers = new MeshStandardMaterial({ roughness: 0.6, transparent: true, opacity: 0.75 });
  #grid = new GridHelper();
  #shown: Shown = { arm: [], ways: [], target: null };
  #begun: { turn: Quat; pitch: number; roll: number } | null = null;
  #asked = 0;
  readonly #ended = new AbortController();

  /** Throws where there is no WebGL. */
  constructor(host: HTMLElement, told: Told) {
    this.#host = host;
    this.#told = told;
    this.#renderer = new WebGLRenderer({ antialias: true, alpha: true });
    this.#renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    const canvas = this.#renderer.domElement;
    host.append(canvas);
    this.#camera.up.set(0, 0, 1);
    this.#camera.position.set(1.9, -1.75, 1.15);
    this.#orbit = new OrbitControls(this.#camera, canvas);
    this.#orbit.target.set(0.5, 0, 0.12);
    this.#orbit.update();
    this.#orbit.addEventListener("change", this.#ask);
    this.#gizmo = new TransformControls(this.#camera, canvas);
    this.#gizmo.setSize(0.9);
    this.#gizmo.addEventListener("change", this.#ask);
    this.#gizmo.addEventListener("mouseDown", () => this.#begin());
    this.#gizmo.addEventListener("objectChange", () => this.#changed());
    this.#gizmo.addEventListener("mouseUp", () => this.#end());
    const sun = new DirectionalLight("white", 2.2);
    sun.position.set(1, -2, 3);
    const platform = new Mesh(new CylinderGeometry(PLATFORM.radius, PLATFORM.radius, PLATFORM.height, 48), this.#base);
    platform.rotation.x = Math.PI / 2;
    platform.position.z = -PLATFORM.height / 2;
    for (const side of [-1, 1]) {
      const finger = new Mesh(new BoxGeometry(0.1, 0.012, 0.03), this.#fingers);
      finger.position.set(-0.05, 0.04 * side, 0);
      this.#grab.add(finger);
    }
    this.#scene.add(new AmbientLight("white", 1.3), sun, platform, this.#arm, this.#ways, this.#grab, this.#handle);
    this.#scene.add(this.#gizmo.getHelper());
    this.mode("move");
    this.#recolour();
    const sizes = new ResizeObserver(() => this.#resize());
    sizes.observe(host);
    const themes = new MutationObserver(() => this.#recolour());
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    for (const watch of [sizes, themes]) this.#ended.signal.addEventListener("abort", () => watch.disconnect());
  }

  /** Whether the gizmo moves the target, or turns the grab there. */
  mode(mode: GizmoMode): void {
    this.#gizmo.setMode(mode === "move" ? "translate" : "rotate");
    this.#gizmo.setSpace(mode === "move" ? "world" : "local");
    this.#gizmo.showZ = mode === "move"; // an arm of five joints has no yaw of its own
    this.#ask();
  }

  show(shown: Shown): void {
    this.#shown = shown;
    this.#draw();
  }

  #begin(): void {
    const { target } = this.#shown;
    if (target) this.#begun = { turn: quatOf(this.#handle), pitch: target.pitch, roll: target.roll };
    this.#orbit.enabled = false;
  }

  #changed(): void {
    if (!this.#begun) return;
    if (this.#gizmo.mode === "translate") {
      const { x, y, z } = this.#handle.position;
      this.#told.onMove([x, y, z]);
      return;
    }
    const { turn, pitch, roll } = this.#begun;
    const now = quatOf(this.#handle);
    if (this.#gizmo.axis === "X") this.#told.onTurn({ roll: roll + turnedAbout(turn, now, "x") });
    else if (this.#gizmo.axis === "Y") this.#told.onTurn({ pitch: pitch + turnedAbout(turn, now, "y") });
  }

  #end(): void {
    this.#begun = null;
    this.#orbit.enabled = true;
    this.#told.onEnd();
    this.#draw();
  }

  #draw(): void {
    const { arm, ways, target } = this.#shown;
    clear(this.#arm);
    for (const [n, joint] of arm.entries()) {
      const ball = new Mesh(new SphereGeometry(1.25 * RADIUS, 20, 14), this.#link);
      ball.position.copy(vector(joint));
      this.#arm.add(ball);
      const next = arm[n + 1];
      if (next) this.#arm.add(this.#rod(vector(joint), vector(next)));
    }
    clear(this.#ways);
    const palette = paletteOf(readTokens(this.#host));
    for (const { points, chosen, refused } of ways) {
      if (points.length < 2) continue;
      const color = refused ? palette.warn : chosen ? palette.accent : palette.line;
      const look = { color, toneMapped: false };
      const material = chosen
        ? new LineBasicMaterial(look)
        : new LineDashedMaterial({ ...look, dashSize: 0.025, gapSize: 0.018 });
      const geometry = new BufferGeometry();
      geometry.setAttribute(
        "position",
        new Float32BufferAttribute(
          points.flatMap((one) => [...one]),
          3,
        ),
      );
      const line = new Line(geometry, material);
      line.computeLineDistances();
      this.#ways.add(line);
    }
    this.#grab.visible = target !== null;
    if (target) {
      this.#grab.position.copy(vector(target.point));
      putTurn(this.#grab, rolled(target.heading, target.pitch, target.roll));
      this.#fingers.color.copy(target.refused ? palette.warn : palette.accent);
      if (!this.#begun) {
        this.#handle.position.copy(vector(target.point));
        putTurn(this.#handle, pitched(target.heading, target.pitch));
      }
      if (!this.#gizmo.object) this.#gizmo.attach(this.#handle);
    } else this.#gizmo.detach();
    this.#ask();
  }

  #rod(from: Vector3, to: Vector3): Mesh {
    const way = to.clone().sub(from);
    const rod = new Mesh(new CylinderGeometry(RADIUS, RADIUS, Math.max(way.length(), 1e-6), 20), this.#link);
    rod.position.copy(from).addScaledVector(way, 0.5);
    rod.quaternion.setFromUnitVectors(UP, way.normalize());
    return rod;
  }

  #recolour(): void {
    const palette = paletteOf(readTokens(this.#host));
    this.#base.color.copy(palette.furniture);
    this.#link.color.copy(palette.accent).lerp(palette.line, 0.35);
    this.#grid.removeFromParent();
    this.#grid.dispose();
    this.#grid = new GridHelper(4, 16, palette.grid, palette.grid);
    this.#grid.material.transparent = true;
    this.#grid.material.opacity = 0.45;
    this.#grid.rotation.x = Math.PI / 2;
    this.#grid.position.z = -PLATFORM.height;
    this.#scene.add(this.#grid);
    const [x, y, z] = palette.axes;
    this.#gizmo.setColors(x, y, z, palette.accent);
    this.#draw();
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.#host;
    if (width === 0 || height === 0) return;
    this.#renderer.setSize(width, height);
    this.#camera.aspect = width / height;
    this.#camera.updateProjectionMatrix();
    this.#ask();
  }

  #ask = (): void => {
    if (this.#asked) return;
    this.#asked = requestAnimationFrame(() => {
      this.#asked = 0;
      if (this.#ended.signal.aborted) return;
      this.#renderer.render(this.#scene, this.#camera);
      // where the gizmo is: the picture itself tells nobody
      const at = this.#handle.position.clone().project(this.#camera);
      this.#host.dataset.gizmo = `${((at.x + 1) / 2).toFixed(4)} ${((1 - at.y) / 2).toFixed(4)}`;
    });
  };

  /** Give everything back. */
  dispose(): void {
    this.#ended.abort();
    cancelAnimationFrame(this.#asked);
    this.#gizmo.detach();
    this.#gizmo.dispose();
    this.#orbit.dispose();
    this.#scene.traverse((object) => object instanceof Mesh && object.geometry.dispose());
    clear(this.#ways);
    for (const material of [this.#base, this.#link, this.#fingers]) material.dispose();
    this.#grid.dispose();
    this.#renderer.domElement.remove();
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }
}

/** Remove what a group has; links share their material, lines have their own. */
function clear(group: Group): void {
  for (const child of [...group.children]) {
    child.removeFromParent();
    if (child instanceof Mesh || child instanceof Line) child.geometry.dispose();
    if (child instanceof Line) child.material.dispose();
  }
}
