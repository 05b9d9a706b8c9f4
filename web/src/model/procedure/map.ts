/** The map of a surface seen from above: the middle is the top, the distance from it is the angle a. */

export interface Knot {
  /** Angle from the top [rad]; below 0 on the other side. */
  a: number;
  /** Angle around the vertical, from the world's x axis [rad]. */
  b: number;
}

export interface Spot {
  x: number;
  y: number;
}

/** Farthest angle from the top that the map shows [rad]. */
export const EDGE = 1.92;
const GRID = 1e-4;

const tidy = (angle: number): number => Math.round(angle / GRID) * GRID + 0;

/** An angle between -pi and pi. */
export function wrapped(angle: number): number {
  return Math.atan2(Math.sin(angle), Math.cos(angle));
}

/** Where a knot is on the map, in radians from the middle: x to the right, y up. */
export function onMap(knot: Knot): Spot {
  return { x: knot.a * Math.cos(knot.b), y: knot.a * Math.sin(knot.b) };
}

/** The knot of a place of the map. Of its two names the one that is nearer to `like` is taken: an arc over the top keeps its b. */
export function fromMap(spot: Spot, like?: Knot): Knot {
  const a = Math.min(Math.PI, Math.hypot(spot.x, spot.y));
  const b = a === 0 ? (like?.b ?? 0) : Math.atan2(spot.y, spot.x);
  if (like && Math.abs(wrapped(b - like.b)) > Math.PI / 2) return { a: tidy(-a), b: tidy(wrapped(b + Math.PI)) };
  return { a: tidy(a), b: tidy(b) };
}

/** The spot, held inside the map. */
export function inside(spot: Spot, edge = EDGE): Spot {
  const far = Math.hypot(spot.x, spot.y);
  return far <= edge ? spot : { x: (spot.x * edge) / far, y: (spot.y * edge) / far };
}

/** A knot moved over the map by so much. */
export function nudged(knot: Knot, dx: number, dy: number): Knot {
  const { x, y } = onMap(knot);
  return fromMap(inside({ x: x + dx, y: y + dy }), knot);
}
