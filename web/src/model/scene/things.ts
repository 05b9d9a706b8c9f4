/** Joints, effectors and cameras of a scene: where they are, and which one a touched body stands for. */

import type { Scene, SceneGeom, SceneJoint } from "../../gen/messages";
import { isSame, type Thing } from "../thing";
import { compose, distance, IDENTITY, type Pose, poseOf, type Quat, type Vec3, vec3, within } from "./pose";
import { halfSize } from "./shapes";

/** Something fixed to a body; -1 is the world. */
export interface Anchor {
  body: number;
  pose: Pose;
}

const still: Quat = IDENTITY.quaternion;

/** Where an effector, a site or a body is fixed; effectors are named by the signal of their pose: 'site.hand'. */
export function pointAnchor(scene: Scene, name: string): Anchor | null {
  const target = scene.effectors[name] ?? name;
  const site = scene.sites.find((one) => target === one.name || target === `site.${one.name}`);
  if (site) return { body: site.body, pose: poseOf(site) };
  const body = scene.bodies.findIndex((one) => target === one.name || target === `body.${one.name}`);
  return body >= 0 ? { body, pose: IDENTITY } : null;
}

/** Where a thing is fixed; null if the scene has no such thing. */
export function anchorOf(scene: Scene, thing: Thing): Anchor | null {
  if (thing.kind === "joint") {
    const joint = scene.joints.find((one) => one.name === thing.name);
    return joint ? { body: joint.body, pose: { position: vec3(joint.anchor), quaternion: still } } : null;
  }
  if (thing.kind === "camera") {
    const camera = scene.cameras.find((one) => one.name === thing.name);
    return camera ? { body: camera.body, pose: poseOf(camera) } : null;
  }
  if (thing.kind === "effector" || thing.kind === "body") return pointAnchor(scene, thing.name);
  return null;
}

/** Whether a body hangs on another one, however far. */
export function hangsOn(scene: Scene, body: number, on: number): boolean {
  for (let at = body, steps = 0; at >= 0 && steps <= scene.bodies.length; steps++) {
    at = scene.bodies[at]?.parent ?? -1;
    if (at === on) return true;
  }
  return false;
}

interface Candidate {
  thing: Thing;
  away: number;
}

function candidates(scene: Scene, body: number, point: Vec3): Candidate[] {
  const found: Candidate[] = scene.joints
    .filter((joint) => joint.body === body && joint.kind !== "free")
    .map((joint) => ({ thing: { kind: "joint", name: joint.name }, away: distance(vec3(joint.anchor), point) }));
  for (const name of Object.keys(scene.effectors)) {
    const anchor = pointAnchor(scene, name);
    if (!anchor) continue;
    const thing: Thing = { kind: "effector", name };
    if (anchor.body === body) found.push({ thing, away: distance(anchor.pose.position, point) });
    // Fingers belong to the hand that they hang on.
    else if (hangsOn(scene, body, anchor.body)) found.push({ thing, away: 0 });
  }
  return found;
}

/**
 * The thing that a touched body stands for: an effector or a joint, whichever is nearer to the touched point.
 *
 * Touching again what is selected goes on to the next joint of the same place, as shoulders have three.
 *
 * Args:
 *   body: Index of the body.
 *   point: Where it was touched, in the body [m].
 *   current: What is selected now.
 */
export function thingAt(scene: Scene, body: number, point: Vec3, current: Thing | null = null): Thing | null {
  for (let at = body, spot = point, steps = 0; at >= 0 && steps <= scene.bodies.length; steps++) {
    const found = candidates(scene, at, spot);
    const least = Math.min(...found.map((one) => one.away));
    const nearest = found.filter((one) => one.away <= least + 1e-6);
    const chosen = nearest.findIndex((one) => isSame(one.thing, current));
    const next = nearest[(chosen + 1) % Math.max(1, nearest.length)];
    if (next) return next.thing;
    const bodyAt = scene.bodies[at];
    const parent = scene.bodies[bodyAt?.parent ?? -1];
    if (!bodyAt || !parent) return null;
    spot = within(poseOf(parent), compose(poseOf(bodyAt), { position: spot, quaternion: still }).position);
    at = bodyAt.parent;
  }
  return null;
}

const volume = (geom: SceneGeom): number => halfSize(geom).reduce((all, half) => all * Math.max(half, 1e-4), 1);

function holds(geom: SceneGeom, point: Vec3): boolean {
  const at = within(poseOf(geom), point);
  return halfSize(geom).every((half, axis) => Math.abs(at[axis] ?? 0) <= half * 1.05 + 1e-4);
}

/** Ids of the geoms to be outlined when a thing is selected. */
export function geomsOf(scene: Scene, thing: Thing): number[] {
  const anchor = anchorOf(scene, thing);
  if (!anchor || anchor.body < 0 || thing.kind === "camera") return [];
  const own = scene.geoms.filter((geom) => geom.body === anchor.body);
  if (thing.kind !== "effector") return own.map((geom) => geom.id);
  const fingers = scene.geoms.filter((geom) => hangsOn(scene, geom.body, anchor.body));
  const shared = scene.joints.some((joint) => joint.body === anchor.body) && own.length > 1;
  if (!shared || fingers.length > 0) return [...own, ...fingers].map((geom) => geom.id);
  // The last link and the hand are one body: the hand is the smallest shape around its point.
  const [hand] = own.filter((geom) => holds(geom, anchor.pose.position)).sort((a, b) => volume(a) - volume(b));
  return hand ? [hand.id] : own.map((geom) => geom.id);
}

/** Radius of a ring that goes around the joint [m]; `least` where no shape is around it. */
export function ringRadius(scene: Scene, joint: SceneJoint, least: number): number {
  const anchor = vec3(joint.anchor);
  const around = scene.geoms
    .filter((geom) => geom.body === joint.body && geom.kind !== "mesh" && holds(geom, anchor))
    .map((geom) => halfSize(geom)[0])
    .filter((half) => half < 6 * least);
  return Math.max(least, 1.22 * Math.max(0, ...around));
}
