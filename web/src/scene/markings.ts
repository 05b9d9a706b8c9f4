/** Everything drawn onto the scene: what is selected, touched, aimed at, near its limit, and the words for it. */

import { Group, type PerspectiveCamera } from "three";
import type { Scene } from "../gen/messages";
import { pointInWorld } from "../model/panel/points";
import { type FrameOf, frameTurn, sightOf } from "../model/scene/frames";
import { bodyPose, compose, IDENTITY, type Pose, type Vec3 } from "../model/scene/pose";
import { halfSize } from "../model/scene/shapes";
import { geomsOf, pointAnchor } from "../model/scene/things";
import { isSame, type Thing } from "../model/thing";
import { Arrows } from "./arrows";
import type { Bodies, GeomMesh } from "./bodies";
import { captions, type LimitWarning, type Note, type PointMark, type StageTarget } from "./captions";
import { CameraGlyphs, JointRings, PointMarks, TargetMark } from "./marks";
import { Outline } from "./outline";
import type { Palette } from "./palette";
import { Plumb } from "./plumb";
import type { TagPoints } from "./tagpoints";

/** Whose axes the arrows show; those of the eye, if a camera is meant and none is named. */
export type AxesShown = FrameOf;

/** What is marked now. */
export interface Marked {
  selected: readonly Thing[];
  hovered: Thing | null;
  /** Words for what is selected, in its order. */
  labels: readonly string[];
  target: StageTarget | null;
  axes: AxesShown | null;
  warnings: readonly LimitWarning[];
  notes: readonly Note[];
  points: readonly PointMark[];
}

export class Markings {
  readonly root = new Group();
  readonly tags: TagPoints;
  readonly glyphs = new CameraGlyphs();
  marked: Marked = { selected: [], hovered: null, labels: [], target: null, axes: null, warnings: [], notes: [], points: [] }; // biome-ignore format: one thing
  #bodies: Bodies | null = null;
  /** Where the bodies are. */
  poses: ArrayLike<number> = [];
  #palette: Palette;
  #arrows = new Arrows();
  /** Holds the arrows: they are as long as the main picture wants them, and would fill that of a camera. */
  #axes = new Group();
  #target = new TargetMark();
  #plumb = new Plumb();
  #points = new PointMarks();
  #rings = new JointRings();
  #chosen = new Outline(2.4, 1);
  #touched = new Outline(1.3, 2);

  constructor(palette: Palette, tags: TagPoints) {
    this.tags = tags;
    this.#palette = palette;
    this.#axes.add(this.#arrows.root);
    this.root.add(this.#axes, this.#target.root, this.#plumb.root, this.#points.root);
  }

  /** Begin with a scene; `size` is that of what the picture is about [m]. */
  build(bodies: Bodies, size: number): void {
    this.#bodies = bodies;
    this.#rings.build(bodies.scene, bodies, size);
    this.glyphs.build(bodies.scene, bodies, size);
    this.mark({});
  }

  /** Let go of a scene that ends. */
  clear(): void {
    this.#bodies = null;
    this.#chosen.show([]);
    this.#touched.show([]);
    this.#rings.clear();
    this.glyphs.clear();
    this.tags.set([]);
  }

  /** Mark something else; what is left out stays. */
  mark(change: Partial<Marked>): void {
    this.marked = { ...this.marked, ...change };
    this.#paint();
    this.outline();
    const { marked } = this;
    const scene = this.#bodies?.scene;
    if (!scene) return;
    const shown = marked.axes !== null && pointAnchor(scene, marked.axes.effector) !== null;
    this.tags.set(captions({ ...marked, scene, poses: () => this.poses, arrows: shown ? this.#arrows : null }));
  }

  recolour(palette: Palette): void {
    this.#palette = palette;
    for (const part of [this.#arrows, this.#target, this.#plumb, this.#points]) part.paint(palette);
    for (const outline of [this.#chosen, this.#touched]) outline.colour(palette.accent);
    this.#paint();
  }

  #paint(): void {
    const { selected, hovered, warnings } = this.marked;
    this.#rings.paint(this.#palette, selected, hovered, new Set(warnings.map((warning) => warning.joint)));
    this.glyphs.paint(this.#palette, selected, hovered);
  }

  /** Cameras of the robot see the world, not what is marked in it; one inside an outlined shape would see nothing else. */
  show(on: boolean): void {
    this.glyphs.visible = on;
    this.#axes.visible = on;
    this.#points.root.visible = on;
    if (!on) this.#plumb.root.visible = false;
    for (const outline of [this.#chosen, this.#touched]) outline.drawn(on);
  }

  /** Draw the outlines anew: other things, or other meshes. */
  outline(): void {
    const { selected, hovered } = this.marked;
    this.#chosen.show(this.#meshes(selected));
    const preview = hovered && !selected.some((thing) => isSame(thing, hovered));
    this.#touched.show(preview ? this.#meshes([hovered]) : []);
  }

  #meshes(things: readonly Thing[]): GeomMesh[] {
    const bodies = this.#bodies;
    if (!bodies) return [];
    const ids = new Set(things.flatMap((thing) => geomsOf(bodies.scene, thing)));
    return [...ids].flatMap((id) => bodies.meshes.get(id) ?? []);
  }

  resize(width: number, height: number): void {
    for (const outline of [this.#chosen, this.#touched]) outline.resize(width, height);
  }

  /** Put marks where their bodies are now. */
  move(camera: PerspectiveCamera, height: number): void {
    const scene = this.#bodies?.scene;
    if (!scene) return;
    const { target, axes } = this.marked;
    const aim = target && pointAnchor(scene, target.name);
    const sizes = scene.geoms.filter((geom) => geom.body === aim?.body).map((geom) => Math.max(...halfSize(geom)));
    const from = target?.effector ? this.pose(target.effector) : null;
    const to = target ? this.pose(target.name) : null;
    this.#target.show(from?.position ?? null, to?.position ?? null, aim && aim.body >= 0 ? Math.max(0, ...sizes) : 0);
    const at = axes && this.pose(axes.effector);
    this.#arrows.show(at && axes ? { ...at, quaternion: this.#turned(scene, axes, camera) } : null);
    this.#arrows.face(camera, height);
    this.#target.face(camera, height);
    this.#plumb.show(from && to ? from.position : null, this.#bodies, camera, height, performance.now());
    const places = this.marked.points.flatMap((point) => {
      const at = pointInWorld(scene, this.poses, point);
      return at ? [at] : [];
    });
    this.#points.show(places, camera, height);
  }

  /** Where an effector, a site or a body is now. */
  pose(name: string): Pose | null {
    const anchor = this.#bodies && pointAnchor(this.#bodies.scene, name);
    return anchor && compose(bodyPose(this.poses, anchor.body), anchor.pose);
  }

  /** The point that "follow" goes after: the effector in use, else the first. */
  followed(): Vec3 | null {
    const { axes, selected, target } = this.marked;
    const chosen = selected.find((thing) => thing.kind === "effector")?.name;
    const first = Object.keys(this.#bodies?.scene.effectors ?? {})[0];
    return this.pose(axes?.effector ?? chosen ?? target?.effector ?? first ?? "")?.position ?? null;
  }

  #turned(scene: Scene, axes: AxesShown, eye: PerspectiveCamera): Pose["quaternion"] {
    const found = frameTurn(scene, this.poses, axes);
    if (found || axes.frame !== "camera") return found ?? IDENTITY.quaternion;
    const { x, y, z, w } = eye.quaternion;
    return sightOf([w, x, y, z]);
  }

  dispose(): void {
    this.clear();
    for (const part of [this.#arrows, this.#target, this.#plumb, this.#points, this.#chosen, this.#touched])
      part.dispose();
  }
}
