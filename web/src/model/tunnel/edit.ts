/** Changes of a tunnel, each giving a new one. */

import type { TunnelDocument } from "@/gen/documents";

export type Side = "left" | "right";
export interface Spot {
  x: number;
  y: number;
}
/** What can be dragged: a point of a wall, or the target. */
export type Handle = { side: Side; index: number } | { side: "target" };

/** Most points of a wall. */
export const ROOM = 200;
export const SIDES: readonly Side[] = ["left", "right"];

const point = ({ x, y }: Spot) => [round(x), round(y)];
/** Tenths of a millimetre: a mouse is not finer. */
const round = (value: number) => Math.round(value * 1e4) / 1e4;

/** The target: as written, or in the middle of the end. */
export function targetOf(doc: TunnelDocument): Spot {
  const [x, y] = doc.target ?? [];
  if (x !== undefined && y !== undefined) return { x, y };
  const [a, b] = [doc.left.at(-1) ?? [0, 0], doc.right.at(-1) ?? [0, 0]];
  return { x: ((a[0] ?? 0) + (b[0] ?? 0)) / 2, y: ((a[1] ?? 0) + (b[1] ?? 0)) / 2 };
}

/** Where a handle is. */
export function spotOf(doc: TunnelDocument, handle: Handle): Spot {
  if (handle.side === "target") return targetOf(doc);
  const [x = 0, y = 0] = doc[handle.side][handle.index] ?? [];
  return { x, y };
}

export function move(doc: TunnelDocument, handle: Handle, to: Spot): TunnelDocument {
  if (handle.side === "target") return { ...doc, target: point(to) };
  const { side, index } = handle;
  return { ...doc, [side]: doc[side].map((one, i) => (i === index ? point(to) : one)) };
}

/** Takes a point of a wall away; two stay. */
export function remove(doc: TunnelDocument, handle: Handle): TunnelDocument {
  if (handle.side === "target" || doc[handle.side].length <= 2) return doc;
  return { ...doc, [handle.side]: doc[handle.side].filter((_, i) => i !== handle.index) };
}

/** How far a spot is from a segment. */
function distance(spot: Spot, a: readonly number[], b: readonly number[]): number {
  const [ax = 0, ay = 0] = a;
  const [bx = 0, by = 0] = b;
  const [dx, dy] = [bx - ax, by - ay];
  const size = dx * dx + dy * dy;
  const t = size > 0 ? Math.min(1, Math.max(0, ((spot.x - ax) * dx + (spot.y - ay) * dy) / size)) : 0;
  return Math.hypot(spot.x - ax - t * dx, spot.y - ay - t * dy);
}

/** The wall that a spot is nearest to, and after which of its points a new one belongs. */
export function nearestWall(doc: TunnelDocument, spot: Spot): { side: Side; after: number } {
  let best = { side: "left" as Side, after: 0, far: Number.POSITIVE_INFINITY };
  for (const side of SIDES) {
    doc[side].slice(1).forEach((b, index) => {
      const far = distance(spot, doc[side][index] ?? b, b);
      if (far < best.far) best = { side, after: index, far };
    });
  }
  return { side: best.side, after: best.after };
}

/** Puts a point into the wall that it is nearest to. */
export function insert(doc: TunnelDocument, spot: Spot): { doc: TunnelDocument; handle: Handle } {
  const { side, after } = nearestWall(doc, spot);
  const handle = { side, index: after + 1 };
  if (doc[side].length >= ROOM) return { doc, handle: { side, index: after } };
  const wall = [...doc[side].slice(0, after + 1), point(spot), ...doc[side].slice(after + 1)];
  return { doc: { ...doc, [side]: wall }, handle };
}

/** Draws both walls on: a corridor from the present end to a spot, as wide as the end is. */
export function extend(doc: TunnelDocument, to: Spot): TunnelDocument {
  const [a, b] = [doc.left.at(-1) ?? [0, 0], doc.right.at(-1) ?? [0, 0]];
  const [ax = 0, ay = 0] = a;
  const [bx = 0, by = 0] = b;
  const middle = { x: (ax + bx) / 2, y: (ay + by) / 2 };
  const half = Math.hypot(ax - bx, ay - by) / 2;
  const [dx, dy] = [to.x - middle.x, to.y - middle.y];
  const far = Math.hypot(dx, dy);
  if (far < half || doc.left.length >= ROOM || doc.right.length >= ROOM) return doc;
  const [nx, ny] = [(-dy / far) * half, (dx / far) * half];
  return {
    ...doc,
    left: mitred(doc.left, { x: to.x + nx, y: to.y + ny }, { x: dx / far, y: dy / far }),
    right: mitred(doc.right, { x: to.x - nx, y: to.y - ny }, { x: dx / far, y: dy / far }),
    target: point({ x: to.x - (0.4 * half * dx) / far, y: to.y - (0.4 * half * dy) / far }),
  };
}

/** A wall drawn on to an end: its last point moves to where the old line and the new one meet. */
function mitred(wall: readonly number[][], end: Spot, way: Spot): number[][] {
  const [px = 0, py = 0] = wall.at(-2) ?? [];
  const [qx = 0, qy = 0] = wall.at(-1) ?? [];
  const [ux, uy] = [qx - px, qy - py];
  const cross = ux * way.y - uy * way.x;
  const size = Math.hypot(ux, uy);
  if (Math.abs(cross) < 1e-3 * size) return [...wall, point(end)];
  const t = ((end.x - px) * way.y - (end.y - py) * way.x) / cross;
  return [...wall.slice(0, -1), point({ x: px + t * ux, y: py + t * uy }), point(end)];
}

/** The handle that a place in the document names, such as "left[2]". */
export function handleAt(place: string): Handle | null {
  const found = /^(left|right)\[(\d+)\]/.exec(place);
  if (found) return { side: found[1] as Side, index: Number(found[2]) };
  return place === "target" ? { side: "target" } : null;
}

export function sameHandle(one: Handle | null, two: Handle | null): boolean {
  if (!one || !two || one.side !== two.side) return false;
  return one.side === "target" || two.side === "target" || one.index === two.index;
}
