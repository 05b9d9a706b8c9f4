/** Which tags the scene shows now. */

import type { Vector3 } from "three";
import type { Scene } from "../gen/messages";
import { pointInWorld } from "../model/panel/points";
import { axisLetters, type FrameOf } from "../model/scene/frames";
import { bodyPose, place, type Vec3 } from "../model/scene/pose";
import { anchorOf, pointAnchor } from "../model/scene/things";
import type { Thing } from "../model/thing";
import type { Arrows } from "./arrows";
import type { TagItem } from "./tagpoints";

/** A joint near its limit. */
export interface LimitWarning {
  joint: string;
  /** How far it still is, for people: "6°". */
  text: string;
}

/** What the current stage aims at: a body, a site or an effector. */
export interface StageTarget {
  name: string;
  label?: string;
  /** The effector that should get there; a dotted way leads from it. */
  effector?: string;
}

/** Words at a place of the scene. */
export interface Note {
  id: string;
  text: string;
  look: "quiet" | "a" | "b";
  point: Vec3;
}

/** A point in the axes of a site or body; in those of the world without one. */
export interface PointMark {
  id: string;
  text: string;
  frame: string;
  /** [m] */
  position: Vec3;
}

export interface Captions {
  scene: Scene;
  poses: () => ArrayLike<number>;
  selected: readonly Thing[];
  /** Words for what is selected, in its order. */
  labels: readonly string[];
  target: StageTarget | null;
  warnings: readonly LimitWarning[];
  notes: readonly Note[];
  points: readonly PointMark[];
  arrows: Arrows | null;
  /** Whose axes the arrows show. */
  axes: FrameOf | null;
}

const AXES = ["x", "y", "z"] as const;

/** The tags, the most important first: those behind give way. */
export function captions(now: Captions): TagItem[] {
  const { scene, poses, target } = now;
  const fixed = (anchor: ReturnType<typeof anchorOf>) => (out: Vector3) =>
    anchor && out.set(...place(bodyPose(poses(), anchor.body), anchor.pose.position));
  const tags: TagItem[] = [];
  // first, so that no other tag stands on them
  for (const { place: at, text } of scene.signs) {
    tags.push({ id: `sign:${at}`, text, look: "sign", reach: 0, at: fixed(pointAnchor(scene, at)) });
  }
  const { arrows } = now;
  if (arrows) {
    const letters = axisLetters(now.axes?.frame ?? "base");
    AXES.forEach((look, axis) => {
      tags.push({ id: `axis:${look}`, text: letters[axis] ?? "", look, reach: 0, at: (out) => arrows.tip(axis, out) });
    });
  }
  for (const { joint, text } of now.warnings) {
    tags.push({
      id: `limit:${joint}`,
      text,
      look: "warn",
      reach: 30,
      at: fixed(anchorOf(scene, { kind: "joint", name: joint })),
    });
  }
  for (const [place, thing] of now.selected.entries()) {
    const anchor = anchorOf(scene, thing);
    const text = anchor ? (now.labels[place] ?? thing.name) : "";
    if (text) tags.push({ id: `${thing.kind}:${thing.name}`, text, look: "selected", reach: 52, at: fixed(anchor) });
  }
  if (target?.label) {
    tags.push({
      id: "target",
      text: target.label,
      look: "quiet",
      reach: 40,
      at: fixed(pointAnchor(scene, target.name)),
    });
  }
  for (const point of now.points) {
    const at = (out: Vector3) => {
      const found = pointInWorld(scene, poses(), point);
      return found && out.set(...found);
    };
    tags.push({ id: `point:${point.id}`, text: point.text, look: "quiet", reach: 34, at });
  }
  for (const { id, text, look, point } of now.notes) {
    tags.push({ id: `note:${id}`, text, look, reach: 30, at: (out) => out.set(...point) });
  }
  return tags;
}
