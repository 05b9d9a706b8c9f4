/** What is under the pointer, and the difference between a click and a turn of the view. */

import { type PerspectiveCamera, Plane, Raycaster, Vector2, Vector3 } from "three";
import type { Scene } from "../gen/messages";
import { bodyPose, type Vec3, vec3, within } from "../model/scene/pose";
import { thingAt } from "../model/scene/things";
import type { Thing } from "../model/thing";
import type { Bodies } from "./bodies";
import type { CameraGlyphs } from "./marks";

/** A press that moved farther turned the view [px]. */
const STILL = 5;

export interface Pointed {
  x: number;
  y: number;
}

export class Picking {
  onMove: (at: Pointed | null) => void = () => {};
  onClick: (at: Pointed) => void = () => {};
  #element: HTMLElement;
  #ray = new Raycaster();
  #ended = new AbortController();

  constructor(element: HTMLElement) {
    this.#element = element;
    const { signal } = this.#ended;
    let pressed: Pointed | null = null;
    const at = (event: PointerEvent): Pointed => ({ x: event.offsetX, y: event.offsetY });
    const listen = (
      name: "pointerdown" | "pointerup" | "pointermove" | "pointerleave",
      told: (event: PointerEvent) => void,
    ) => element.addEventListener(name, told, { signal });
    listen("pointerdown", (event) => {
      pressed = event.button === 0 ? at(event) : null;
    });
    listen("pointermove", (event) => this.onMove(event.buttons === 0 ? at(event) : null));
    listen("pointerleave", () => this.onMove(null));
    listen("pointerup", (event) => {
      const here = at(event);
      if (pressed && Math.hypot(here.x - pressed.x, here.y - pressed.y) <= STILL) this.onClick(here);
      pressed = null;
    });
  }

  /** The thing under a point of the picture. */
  find(
    at: Pointed,
    camera: PerspectiveCamera,
    bodies: Bodies,
    glyphs: CameraGlyphs,
    poses: ArrayLike<number>,
    current: Thing | null,
  ): Thing | null {
    this.#aim(at, camera);
    const hits = this.#ray.intersectObjects([...bodies.meshes.values(), ...glyphs.targets], false);
    for (const hit of hits) {
      const name: unknown = hit.object.userData.camera;
      if (typeof name === "string") return { kind: "camera", name };
      const geom = bodies.geom(hit.object);
      if (geom) return this.#owner(bodies.scene, geom.body, [hit.point.x, hit.point.y, hit.point.z], poses, current);
    }
    return null;
  }

  /** What a ray through a point of the picture hits first: a shape, or the floor at a height; null beside both. */
  hit(at: Pointed, camera: PerspectiveCamera, bodies: Bodies, floor: number): Vec3 | null {
    this.#aim(at, camera);
    const [first] = this.#ray.intersectObjects([...bodies.meshes.values()], false);
    const ground = this.#ray.ray.intersectPlane(new Plane(new Vector3(0, 0, 1), -floor), new Vector3());
    const near = first && (!ground || first.distance <= ground.distanceTo(camera.position)) ? first.point : ground;
    return near && [near.x, near.y, near.z];
  }

  #aim(at: Pointed, camera: PerspectiveCamera): void {
    const { clientWidth, clientHeight } = this.#element;
    this.#ray.setFromCamera(new Vector2((2 * at.x) / clientWidth - 1, 1 - (2 * at.y) / clientHeight), camera);
  }

  #owner(scene: Scene, body: number, point: number[], poses: ArrayLike<number>, current: Thing | null): Thing | null {
    return thingAt(scene, body, within(bodyPose(poses, body), vec3(point)), current);
  }

  dispose(): void {
    this.#ended.abort();
  }
}
