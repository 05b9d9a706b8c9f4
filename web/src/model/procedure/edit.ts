/** Changes of a procedure, each giving a new one. */

import type { ForcePoint, ProcedureDocument } from "@/gen/documents";
import { EDGE, type Knot, onMap, wrapped } from "./map";

/** Knots that there is room for, the inserted ones included. */
export const ROOM = 64;

/** Most knots that can be inserted between every two of so many. */
export function mostInserted(knots: number): number {
  return knots < 2 ? 0 : Math.max(0, Math.floor((ROOM - 1) / (knots - 1)) - 1);
}

/** As many inserted knots as there is room for. */
function fitting(doc: ProcedureDocument): ProcedureDocument {
  const most = mostInserted(doc.knots.length);
  return (doc.inserted ?? 0) > most ? { ...doc, inserted: most } : doc;
}

/** How far a new knot goes around from the last at the edge of the map [rad]. */
const ASIDE = 0.3;

/** A knot to follow the last: as far on as that is from the one before it, held on the map; at its edge, aside. */
export function nextKnot(knots: readonly Knot[]): Knot {
  const last = knots.at(-1) ?? { a: 0, b: 0 };
  const before = knots.at(-2) ?? { a: 0, b: 0 };
  const a = Math.max(-EDGE, Math.min(EDGE, 2 * last.a - before.a));
  return a === last.a ? { a, b: wrapped(last.b + ASIDE) } : { a, b: last.b };
}

/** Puts a knot after another; -1 puts it first. */
export function addKnot(doc: ProcedureDocument, knot: Knot, after: number): ProcedureDocument {
  if (doc.knots.length >= ROOM) return doc;
  const knots = [...doc.knots.slice(0, after + 1), knot, ...doc.knots.slice(after + 1)];
  return fitting({ ...doc, knots });
}

export function moveKnot(doc: ProcedureDocument, number: number, knot: Knot): ProcedureDocument {
  return { ...doc, knots: doc.knots.map((one, index) => (index === number ? knot : one)) };
}

/** Takes a knot away; two stay. */
export function removeKnot(doc: ProcedureDocument, number: number): ProcedureDocument {
  if (doc.knots.length <= 2) return doc;
  return { ...doc, knots: doc.knots.filter((_, index) => index !== number) };
}

/** After which knot a new one fits best: between the two whose way it lengthens least, or at an end. */
export function bestPlace(knots: readonly Knot[], knot: Knot): number {
  const at = knots.map(onMap);
  const here = onMap(knot);
  const far = (one: { x: number; y: number }, two: { x: number; y: number }) =>
    Math.hypot(one.x - two.x, one.y - two.y);
  const [first, last] = [at[0], at[at.length - 1]];
  if (!first || !last) return knots.length - 1;
  let best = { after: knots.length - 1, cost: far(last, here) };
  if (far(first, here) < best.cost) best = { after: -1, cost: far(first, here) };
  at.slice(1).forEach((next, index) => {
    const before = at[index] ?? next;
    const cost = far(before, here) + far(here, next) - far(before, next);
    if (cost < best.cost) best = { after: index, cost };
  });
  return best.after;
}

/** The wanted force at a share of the path [N]: lines between the points, the ends held. */
export function forceAt(points: readonly ForcePoint[], share: number): number {
  const [first] = points;
  if (!first) return 0;
  if (share <= first.at) return first.force;
  for (let index = 1; index < points.length; index++) {
    const [before, after] = [points[index - 1], points[index]];
    if (!before || !after || share > after.at) continue;
    return before.force + ((share - before.at) / (after.at - before.at)) * (after.force - before.force);
  }
  return points[points.length - 1]?.force ?? 0;
}

/** Puts a point of force in the widest gap, with the force that is there now. */
export function addForce(doc: ProcedureDocument): ProcedureDocument {
  const marks = [0, ...doc.force.map((point) => point.at), 1];
  let widest = { from: 0, size: -1 };
  for (let index = 1; index < marks.length; index++) {
    const from = marks[index - 1] ?? 0;
    const size = (marks[index] ?? 1) - from;
    if (size > widest.size + 1e-9) widest = { from, size };
  }
  const free = (share: number) => doc.force.every((point) => Math.abs(point.at - share) > 1e-6);
  const at = [1, 0, widest.from + widest.size / 2].find(free);
  if (at === undefined) return doc;
  const force = [...doc.force, { at, force: forceAt(doc.force, at) }].sort((one, two) => one.at - two.at);
  return { ...doc, force };
}

export function setForce(doc: ProcedureDocument, number: number, change: Partial<ForcePoint>): ProcedureDocument {
  const force = doc.force.map((point, index) => (index === number ? { ...point, ...change } : point));
  return { ...doc, force: force.sort((one, two) => one.at - two.at) };
}

/** Takes a point of force away; one stays. */
export function removeForce(doc: ProcedureDocument, number: number): ProcedureDocument {
  if (doc.force.length <= 1) return doc;
  return { ...doc, force: doc.force.filter((_, index) => index !== number) };
}
