import type { Point } from "./document";

/** Radius of the arc by which a wire hops over another [px]. */
export const HOP = 5;

const text = (value: number): string => String(Math.round(value * 100) / 100);
const pair = (x: number, y: number): string => `${text(x)} ${text(y)}`;

/**
 * The SVG path of an orthogonal line with round corners and arcs where it hops over others.
 *
 * A corner is rounded as far as the lines at it leave room, unless it is one of the sharp ones; a hop that has no room
 * is left out.
 */
export function pathOf(
  points: readonly Point[],
  radius = 8,
  hops: readonly Point[] = [],
  sharp: readonly Point[] = [],
): string {
  const [first] = points;
  if (!first) return "";
  const parts = [`M${pair(first.x, first.y)}`];
  let trimmed = 0;
  for (let i = 1; i < points.length; i++) {
    const [a, b, c] = [points[i - 1] as Point, points[i] as Point, points[i + 1]];
    const length = distance(a, b);
    const isSharp = sharp.some((point) => point.x === b.x && point.y === b.y);
    const round = c && !isSharp ? Math.min(radius, length / 2, distance(b, c) / 2) : 0;
    const d = direction(a, b);
    parts.push(...arcs(a, b, d, hops, trimmed, length - round));
    parts.push(`L${pair(b.x - d.x * round, b.y - d.y * round)}`);
    if (c && round > 0) {
      const e = direction(b, c);
      parts.push(`Q${pair(b.x, b.y)} ${pair(b.x + e.x * round, b.y + e.y * round)}`);
    }
    trimmed = round;
  }
  return parts.join("");
}

/** Arcs over crossings on one straight part, in its order; neighbours that would touch become one wider arc. */
function arcs(a: Point, b: Point, d: Point, hops: readonly Point[], from: number, to: number): string[] {
  const on = hops
    .filter((h) => (d.x !== 0 ? h.y === a.y : h.x === a.x))
    .map((h) => (h.x - a.x) * d.x + (h.y - a.y) * d.y)
    .filter((s) => s - HOP >= from && s + HOP <= to && s < distance(a, b))
    .sort((p, q) => p - q);
  const spans: [number, number][] = [];
  for (const s of on) {
    const last = spans.at(-1);
    if (last && s - HOP <= last[1] + 1) last[1] = s + HOP;
    else spans.push([s - HOP, s + HOP]);
  }
  // Arcs bend up on lines that run sideways, and to the right on those that run up or down.
  const sweep = d.x > 0 || d.y < 0 ? 1 : 0;
  return spans.map(([start, end]) => {
    const half = (end - start) / 2;
    const [x, y] = [a.x + d.x * end, a.y + d.y * end];
    return `L${pair(a.x + d.x * start, a.y + d.y * start)}A${text(half)} ${HOP} ${d.x !== 0 ? 0 : 90} 0 ${sweep} ${pair(x, y)}`;
  });
}

/** The point half way along a line, where its value is shown, and the straight part it is on. */
export function middleOf(points: readonly Point[]): { readonly point: Point; readonly horizontal: boolean } {
  let best = { length: -1, point: points[0] ?? { x: 0, y: 0 }, horizontal: true };
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1] as Point, points[i] as Point];
    // A part that runs sideways has room for figures along it.
    const length = distance(a, b) * (a.y === b.y ? 1.5 : 1);
    if (length > best.length) {
      best = { length, point: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, horizontal: a.y === b.y };
    }
  }
  return { point: best.point, horizontal: best.horizontal };
}

/** Distance of a point from a line, and the index of its nearest straight part. */
export function nearestPart(
  points: readonly Point[],
  at: Point,
): { readonly distance: number; readonly index: number } {
  let best = { distance: Number.POSITIVE_INFINITY, index: 0 };
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1] as Point, points[i] as Point];
    const x = Math.min(Math.max(at.x, Math.min(a.x, b.x)), Math.max(a.x, b.x));
    const y = Math.min(Math.max(at.y, Math.min(a.y, b.y)), Math.max(a.y, b.y));
    const away = Math.hypot(at.x - x, at.y - y);
    if (away < best.distance) best = { distance: away, index: i - 1 };
  }
  return best;
}

/** Move one straight part of a line sideways: the bends of the wire after that. Parts at the ports get a step. */
export function dragPart(points: readonly Point[], index: number, to: Point): Point[] {
  const [a, b] = [points[index], points[index + 1]];
  if (!a || !b) return points.slice(1, -1);
  const horizontal = a.y === b.y;
  const move = (p: Point): Point => (horizontal ? { x: p.x, y: to.y } : { x: to.x, y: p.y });
  const line = [...points];
  const stub = (p: Point, towards: Point): Point => {
    const d = direction(p, towards);
    const reach = Math.min(20, distance(p, towards) / 2);
    return { x: p.x + d.x * reach, y: p.y + d.y * reach };
  };
  const [first, last] = [index === 0, index === points.length - 2];
  const start = first ? stub(a, b) : a;
  const end = last ? stub(b, a) : b;
  line.splice(index, 2, ...(first ? [a, start] : []), move(start), move(end), ...(last ? [end, b] : []));
  return line.slice(1, -1);
}

const direction = (a: Point, b: Point): Point => ({ x: Math.sign(b.x - a.x), y: Math.sign(b.y - a.y) });
const distance = (a: Point, b: Point): number => Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
