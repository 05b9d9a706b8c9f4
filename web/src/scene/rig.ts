/** The eye: turned and moved by hand, sent to views, or following a point. */

import { PerspectiveCamera, Vector3 } from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { type Box, middle, radius } from "../model/scene/bounds";
import type { Vec3 } from "../model/scene/pose";
import {
  angles, direction, easeOut, fitDistance, freeTangents, type Insets, NO_INSETS, turn, type ViewName, viewDirection,
} from "../model/scene/views"; // biome-ignore format: a list of names

const FOV = 32;
/** A move of the eye takes so long [ms]. */
const MOVE = 240;
/** How near to the followed point, against the size of the scene. */
const FOLLOW = 0.62;

/** Room around what a close-up shows, as a share of it. */
export const CLOSE = 0.15;

/** How much of the way back, from the robot alone to everything around it. */
const CONTEXT = 0.1;

interface Move {
  begin: number;
  from: { target: Vector3; azimuth: number; elevation: number; distance: number };
  to: { target: Vector3; azimuth: number; elevation: number; distance: number };
}

export class Rig {
  readonly camera = new PerspectiveCamera(FOV, 1, 0.01, 100);
  readonly controls: OrbitControls;
  view: ViewName | null = "front";
  /** From where the scene is usually seen: so is a close-up of nothing. */
  usual: ViewName = "behind";
  /** The hand took the eye away from the view. */
  onFree: () => void = () => {};
  onChange: () => void = () => {};

  #box: Box = { low: [-0.5, -0.5, 0], high: [0.5, 0.5, 1] };
  #around: Box = this.#box;
  #insets: Insets = NO_INSETS;
  #size = { width: 1, height: 1 };
  #move: Move | null = null;
  /** What the close-up shows, and from where; null where nothing is aimed at. */
  #work: { box: Box; way: Vec3 } | null = null;
  #followed: Vector3 | null = null;
  #untouched = true;

  constructor(element: HTMLElement) {
    this.camera.up.set(0, 0, 1);
    this.camera.position.set(2, -1, 1);
    this.controls = new OrbitControls(this.camera, element);
    // Keys drive the robot; the controls get none, as `listenToKeyEvents` is never called.
    this.controls.enableDamping = false;
    this.controls.zoomToCursor = true;
    this.controls.rotateSpeed = 0.8;
    this.controls.minPolarAngle = 0.001;
    this.controls.maxPolarAngle = 0.56 * Math.PI;
    this.controls.addEventListener("start", () => {
      this.#move = null;
      this.#untouched = false;
      if (this.view !== null && this.view !== "follow") {
        this.view = null;
        this.onFree();
      }
    });
    this.controls.addEventListener("change", () => this.onChange());
  }

  /** What the views show; the eye goes there at once while nobody has moved it. */
  look(box: Box, around: Box): void {
    this.#box = box;
    this.#around = around;
    const size = Math.max(radius(box), 0.05);
    this.controls.minDistance = 0.15 * size;
    this.controls.maxDistance = 14 * size;
    this.camera.near = 0.01 * size;
    this.camera.far = 60 * size;
    this.#untouched = true;
    this.#settle();
  }

  resize(width: number, height: number, insets: Insets): void {
    this.#size = { width, height };
    this.#insets = insets;
    this.camera.aspect = width / Math.max(1, height);
    const shift = [(insets.right - insets.left) / 2, (insets.bottom - insets.top) / 2] as const;
    if (shift[0] !== 0 || shift[1] !== 0) this.camera.setViewOffset(width, height, shift[0], shift[1], width, height);
    else this.camera.clearViewOffset();
    this.camera.updateProjectionMatrix();
    this.#settle();
  }

  #settle(): void {
    if (this.#untouched && !this.#move) this.go(this.view ?? "front", false);
  }

  /** What the close-up shows; the eye goes there if that is its view and nobody has moved it. */
  frame(work: { box: Box; way: Vec3 } | null): void {
    this.#work = work;
    if (this.view === "work" && this.#untouched) this.go("work", true);
  }

  /** How far the eye is from the middle of a box that it sees all of. */
  distance(box: Box, way: Vec3, margin: number): number {
    return fitDistance(box, way, this.#tangents, margin);
  }

  get #tangents(): [number, number] {
    return freeTangents(this.#size.width, this.#size.height, (FOV * Math.PI) / 180, this.#insets);
  }

  #goal(view: ViewName): Move["to"] {
    if (view === "work" && this.#work) {
      const { box, way } = this.#work;
      const [azimuth, elevation] = angles(way);
      const distance = this.distance(box, way, CLOSE);
      return { target: new Vector3(...middle(box)), azimuth, elevation, distance };
    }
    const way = viewDirection(view === "work" ? this.usual : view);
    const tangents = this.#tangents;
    const near = fitDistance(this.#box, way, tangents, view === "top" ? 0.12 : 0.06);
    // Some of what stands around gives the picture its place; a hall would make the robot tiny.
    const far = near + CONTEXT * Math.max(0, Math.min(fitDistance(this.#around, way, tangents), 3 * near) - near);
    const [azimuth, elevation] = angles(way);
    const following = view === "follow" && this.#followed;
    const target = following ? following.clone() : new Vector3(...middle(this.#box));
    return { target, azimuth, elevation, distance: following ? far * FOLLOW : far };
  }

  #where(): Move["to"] {
    const offset = this.camera.position.clone().sub(this.controls.target);
    const [azimuth, elevation] = angles([offset.x, offset.y, offset.z]);
    return { target: this.controls.target.clone(), azimuth, elevation, distance: offset.length() };
  }

  /** Send the eye to a view, smoothly or at once. */
  go(view: ViewName, smooth: boolean): void {
    this.view = view;
    this.#untouched = true;
    const to = this.#goal(view);
    if (smooth) this.#move = { begin: performance.now(), from: this.#where(), to };
    else {
      this.#move = null;
      this.#stand(to);
    }
    this.onChange();
  }

  #stand({ target, azimuth, elevation, distance }: Move["to"]): void {
    this.controls.target.copy(target);
    const [x, y, z] = direction(azimuth, elevation);
    this.camera.position.set(target.x + x * distance, target.y + y * distance, target.z + z * distance);
    this.controls.update();
    this.camera.updateMatrixWorld();
  }

  /** The point that "follow" goes after. */
  follow(point: Vec3 | null): void {
    const now = point ? new Vector3(...point) : null;
    if (now && this.#followed && this.view === "follow") {
      const way = now.clone().sub(this.#followed);
      if (this.#move) this.#move.to.target.copy(now);
      else if (way.lengthSq() > 1e-14) {
        this.controls.target.add(way);
        this.camera.position.add(way);
        this.controls.update();
        this.camera.updateMatrixWorld();
      }
    }
    const first = !this.#followed && now;
    this.#followed = now;
    if (first && this.view === "follow") this.go("follow", false);
  }

  /** Go on with a move; true while there is more to come. */
  step(now: number): boolean {
    const move = this.#move;
    if (!move) return false;
    const share = (now - move.begin) / MOVE;
    const done = easeOut(share);
    const { from, to } = move;
    this.#stand({
      target: from.target.clone().lerp(to.target, done),
      azimuth: from.azimuth + turn(from.azimuth, to.azimuth) * done,
      elevation: from.elevation + (to.elevation - from.elevation) * done,
      distance: from.distance + (to.distance - from.distance) * done,
    });
    if (share >= 1) this.#move = null;
    return this.#move !== null;
  }

  dispose(): void {
    this.controls.dispose();
  }
}
