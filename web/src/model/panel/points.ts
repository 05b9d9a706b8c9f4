/** Points of the scene as the entries of a panel have them. */

import type { PanelDocument } from "../../gen/documents";
import type { Scene } from "../../gen/messages";
import { bodyPose, compose, IDENTITY, type Pose, place, type Vec3, within } from "../scene/pose";
import { pointAnchor } from "../scene/things";
import { namedUnit } from "../units";
import { elementsOf, type PanelValue } from "./elements";

/** Millimetres: nobody points more exactly. */
const FINENESS = 1e-3;

/** The frame in whose axes a point is, as it stands in the world now; null if the scene has no such thing. */
export function frameOf(scene: Scene, poses: ArrayLike<number>, frame: string): Pose | null {
  if (!frame) return IDENTITY;
  const anchor = pointAnchor(scene, frame);
  return anchor && compose(bodyPose(poses, anchor.body), anchor.pose);
}

/** A point of the world in the axes of an element of the panel [m]. */
export function pointWithin(
  panel: PanelDocument,
  element: string,
  scene: Scene,
  poses: ArrayLike<number>,
  point: Vec3,
): Vec3 | null {
  const found = panel.elements[element];
  const frame = found?.type === "point" ? frameOf(scene, poses, found.frame ?? "") : null;
  return frame && within(frame, point);
}

/** A coordinate that its entry does not allow, in the unit of the entry. */
export interface Beyond {
  entry: string;
  value: number;
  low: number;
  high: number;
  unit: string;
}

/** Values of the entries for a point in the axes of its element, and the first that its entry does not allow. */
export function coordinatesOf(
  panel: PanelDocument,
  element: string,
  point: Vec3,
): { values: Record<string, PanelValue>; beyond: Beyond | null } | null {
  const found = panel.elements[element];
  if (found?.type !== "point") return null;
  const values: Record<string, PanelValue> = {};
  let beyond: Beyond | null = null;
  for (const [axis, name] of found.entries.entries()) {
    const entry = panel.elements[name];
    const unit = entry?.type === "entry" ? namedUnit(entry.unit ?? "1") : undefined;
    if (entry?.type !== "entry" || !unit) return null;
    const value = Number((Math.round((point[axis] ?? 0) / FINENESS) * (FINENESS / unit.factor)).toPrecision(12));
    const [low = 0, high = 1] = entry.range;
    if (value < low || value > high) beyond ??= { entry: name, value, low, high, unit: entry.unit ?? "1" };
    values[name] = value;
  }
  return { values, beyond };
}

/** Where the entries of an element say a point is. */
export interface PanelPoint {
  element: string;
  frame: string;
  /** In the axes of the frame [m]. */
  position: Vec3;
  /** The numbers as they stand in the entries. */
  text: string;
  /** Whether they are other ones than at the start. */
  changed: boolean;
}

/** The points of a panel, as its entries have them now. */
export function pointsOf(panel: PanelDocument, value: (name: string) => PanelValue | undefined): PanelPoint[] {
  return elementsOf(panel, "point").flatMap(([element, { entries, frame = "" }]) => {
    const all = entries.flatMap((name) => {
      const entry = panel.elements[name];
      const now = value(name);
      const unit = entry?.type === "entry" ? namedUnit(entry.unit ?? "1") : undefined;
      if (entry?.type !== "entry" || !unit || typeof now !== "number") return [];
      return [{ now, metres: now * unit.factor, unit: entry.unit ?? "1", start: entry.initial ?? 0 }];
    });
    const [x, y, z] = all;
    if (!x || !y || !z) return [];
    const text = `${all.map(({ now }) => now).join("  ")} ${x.unit}`;
    const changed = all.some(({ now, start }) => now !== start);
    return [{ element, frame, position: [x.metres, y.metres, z.metres] as Vec3, text, changed }];
  });
}

/** A point of a frame in the world; null if the scene has no such frame. */
export function pointInWorld(
  scene: Scene,
  poses: ArrayLike<number>,
  point: Pick<PanelPoint, "frame" | "position">,
): Vec3 | null {
  const frame = frameOf(scene, poses, point.frame);
  return frame && place(frame, point.position);
}
