/** Looks for the place from where a stage is seen best: rays from the eye to the hand and to what it aims at. */

import { type Mesh, Raycaster, Vector3 } from "three";
import { middle } from "../model/scene/bounds";
import type { Vec3 } from "../model/scene/pose";
import { halfSize } from "../model/scene/shapes";
import { pointAnchor } from "../model/scene/things";
import { viewDirection } from "../model/scene/views";
import { bestWay, closeUps, isStale, workBox, worth } from "../model/scene/work";
import type { Bodies } from "./bodies";
import type { Markings } from "./markings";
import { CLOSE, type Rig } from "./rig";

/** Below this opacity a shape hides nothing. */
const CLEAR = 0.6;
/** How far around a place it is looked at, as a share of the room around it. */
const AROUND = 0.35;
/** Time between two looks whether the close-up still fits [ms]. */
const LOOK = 700;
/** Share of hand and target that must be seen, or another place is looked for. */
const ENOUGH = 0.5;

interface Work {
  places: Vec3[];
  /** Size of what is aimed at [m]. */
  reach: number;
  /** Bodies that belong to the two, and hide neither. */
  own: Set<number>;
}

export class CloseUp {
  readonly #rig: Rig;
  readonly #markings: Markings;
  readonly #ray = new Raycaster();
  #shown: { key: string; box: ReturnType<typeof workBox>; way: Vec3 } | null = null;
  #looked = Number.NEGATIVE_INFINITY;

  constructor(rig: Rig, markings: Markings) {
    this.#rig = rig;
    this.#markings = markings;
  }

  /** Another scene: nothing is framed yet. */
  clear(): void {
    this.#shown = null;
    this.#looked = Number.NEGATIVE_INFINITY;
    this.#rig.frame(null);
  }

  /** The next look is due at once: another stage, or the view has just been asked for. */
  refresh(): void {
    this.#looked = Number.NEGATIVE_INFINITY;
  }

  /** Frame the stage anew if it is another one, or has left the picture. */
  look(bodies: Bodies, now: number): void {
    if (this.#rig.view !== "work" || now - this.#looked < LOOK) return;
    this.#looked = now;
    const work = this.#work(bodies);
    if (!work) return;
    const { target } = this.#markings.marked;
    const key = `${target?.effector ?? ""} ${target?.name ?? ""}`;
    const box = workBox(work.places, work.reach);
    const shown = this.#shown;
    const same = shown?.key === key;
    if (shown && same && !isStale(shown.box, box, work.places)) return;
    const usual = viewDirection(bodies.scene.view ?? "behind");
    const seen = (way: Vec3) => this.#seen(bodies, work, box, way);
    const [hand, aim] = [work.places[0] as Vec3, work.places.at(-1) as Vec3];
    // within a stage the eye keeps its side: who drives has learnt where forward is
    const keeps = shown && same && seen(shown.way) >= ENOUGH;
    const way = keeps ? shown.way : bestWay(closeUps(usual), (one) => worth(one, usual, seen(one), hand, aim));
    this.#shown = { key, box, way };
    this.#rig.frame({ box, way });
  }

  /** The hand and what it aims at; the hand alone where nothing is aimed at, the last framing where there is no hand. */
  #work(bodies: Bodies): Work | null {
    const { scene } = bodies;
    const { target } = this.#markings.marked;
    const hand = this.#markings.followed();
    const aim = target ? (this.#markings.pose(target.name)?.position ?? null) : null;
    if (!hand || !(aim || this.#shown)) return null;
    const anchors = [target?.name, target?.effector].map((name) => (name ? pointAnchor(scene, name) : null));
    const own = new Set(anchors.flatMap((anchor) => (anchor && anchor.body > 0 ? [anchor.body] : [])));
    const sizes = scene.geoms.filter((geom) => geom.body === anchors[0]?.body && geom.body > 0);
    const reach = Math.min(0.5, Math.max(0, ...sizes.map((geom) => Math.max(...halfSize(geom)))));
    return { places: aim ? [hand, aim] : [hand], reach, own };
  }

  /** The share of both that is seen from a direction. */
  #seen(bodies: Bodies, work: Work, box: ReturnType<typeof workBox>, way: Vec3): number {
    const centre = middle(box);
    const distance = this.#rig.distance(box, way, CLOSE);
    const eye = new Vector3(...centre).add(new Vector3(...way).multiplyScalar(distance));
    const solid = [...bodies.meshes.values()].filter((mesh) => {
      const geom = bodies.geom(mesh);
      return geom && mesh.visible && !work.own.has(geom.body) && (geom.rgba[3] ?? 1) >= CLEAR;
    });
    const wide = AROUND * Math.max(0.1, work.reach);
    const spots = work.places.flatMap(([x, y, z]): Vec3[] => [
      [x, y, z],
      [x, y, z + wide],
      [x + wide * way[1], y - wide * way[0], z],
      [x - wide * way[1], y + wide * way[0], z],
    ]);
    return spots.filter((spot) => !this.#hidden(eye, spot, solid, wide)).length / spots.length;
  }

  #hidden(eye: Vector3, spot: Vec3, solid: Mesh[], near: number): boolean {
    const to = new Vector3(...spot).sub(eye);
    const far = to.length();
    this.#ray.set(eye, to.normalize());
    this.#ray.far = Math.max(0, far - near);
    return solid.some((mesh) => this.#ray.intersectObject(mesh, false).length > 0);
  }
}
