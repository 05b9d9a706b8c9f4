import type { Point } from "./document";
import { simplified } from "./route-lines";
import { dragPart } from "./route-path";

/** A straight part of a wire that can be moved sideways by hand. */
export interface WirePart {
  /** Number of the corner that it begins at. */
  readonly index: number;
  readonly middle: Point;
  /** Whether it runs across, and so moves up and down. */
  readonly across: boolean;
  readonly length: number;
}

/** Parts that are shorter have no room for a handle [px]. */
const SHORTEST = 24;
/** Places that a part snaps to [px]: the lanes of the router, and within a reach the lines of other parts. */
const LANE = 10;
const REACH = 6;

/** Parts of a wire with room for a handle. */
export function movableParts(points: readonly Point[]): WirePart[] {
  return points.slice(1).flatMap((b, index) => {
    const a = points[index] as Point;
    const length = Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
    if (length < SHORTEST) return [];
    return [{ index, middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, across: a.y === b.y, length }];
  });
}

/**
 * Bends of a wire after one of its parts was moved sideways to a point.
 *
 * The part snaps onto the line of another part of the same wire, which takes corners away, else to a lane. An empty list
 * means that nothing is left to bend.
 */
export function bentTo(points: readonly Point[], index: number, to: Point): Point[] {
  const [a, b, first, last] = [points[index], points[index + 1], points[0], points.at(-1)];
  if (!a || !b || !first || !last) return points.slice(1, -1);
  const across = a.y === b.y;
  const coordinate = (point: Point) => (across ? point.y : point.x);
  const lines = points.slice(1).flatMap((end, i) => {
    const start = points[i] as Point;
    return i !== index && coordinate(start) === coordinate(end) ? [coordinate(start)] : [];
  });
  const wanted = coordinate(to);
  const near = lines.filter((line) => Math.abs(line - wanted) <= REACH);
  const nearest = near.sort((one, two) => Math.abs(one - wanted) - Math.abs(two - wanted))[0];
  const at = nearest ?? Math.round(wanted / LANE) * LANE;
  const bends = dragPart(points, index, across ? { x: 0, y: at } : { x: at, y: 0 });
  return simplified([first, ...bends, last]).slice(1, -1);
}
