import type { Point } from "./document";

/** A wire as far as crossings and branches go. */
export interface Line {
  readonly key: string;
  readonly net: string;
  readonly points: readonly Point[];
}

/** A point where a wire hops over one of another net. */
interface Hop extends Point {
  readonly net: string;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Where wires hop over others: at each crossing of two nets, the wires of the later net. */
export class Crossings {
  private readonly rank = new Map<string, number>();
  private readonly boxes = new Map<string, Box>();
  private hops = new Map<string, Hop[]>();

  /** Points where a wire hops; the same list as long as nothing changed there. */
  at(key: string): readonly Point[] {
    return this.hops.get(key) ?? NONE;
  }

  /** Find all crossings anew. */
  reset(lines: readonly Line[]): void {
    this.rank.clear();
    this.boxes.clear();
    this.hops = new Map();
    for (const { net } of lines) if (!this.rank.has(net)) this.rank.set(net, this.rank.size);
    const { x: xs, top, bottom, line: owner } = uprights(lines);
    for (const line of lines) {
      this.boxes.set(line.key, boxOf(line.points));
      for (let i = 1; i < line.points.length; i++) {
        const [a, b] = [line.points[i - 1] as Point, line.points[i] as Point];
        if (a.y !== b.y) continue;
        const right = Math.max(a.x, b.x);
        for (let at = firstBeyond(xs, Math.min(a.x, b.x)); at < xs.length && (xs[at] as number) < right; at++) {
          if (a.y <= (top[at] as number) || a.y >= (bottom[at] as number)) continue;
          this.cross(line, lines[owner[at] as number] as Line, xs[at] as number, a.y);
        }
      }
    }
  }

  /** Some nets run otherwise than before: only their crossings change. The wires whose hops may be others now. */
  update(lines: readonly Line[], nets: ReadonlySet<string>): Set<string> {
    const changed = new Set<string>();
    for (const { key, net } of lines) {
      const old = this.hops.get(key);
      if (!old || !(nets.has(net) || old.some((hop) => nets.has(hop.net)))) continue;
      changed.add(key);
      this.hops.set(key, nets.has(net) ? [] : old.filter((hop) => !nets.has(hop.net)));
    }
    const moved = lines.filter((line) => nets.has(line.net));
    for (const line of moved) {
      this.boxes.set(line.key, boxOf(line.points));
      changed.add(line.key);
    }
    for (const line of moved) {
      const box = this.boxes.get(line.key) as Box;
      for (const other of lines) {
        const theirs = this.boxes.get(other.key);
        if (other.net === line.net || !theirs || !meet(box, theirs)) continue;
        crossings(line, other, (x, y) => changed.add(this.cross(line, other, x, y)));
        // Two nets that both moved meet once from each side; the other way round comes with the other line.
        if (!nets.has(other.net)) crossings(other, line, (x, y) => changed.add(this.cross(line, other, x, y)));
      }
    }
    return changed;
  }

  private cross(a: Line, b: Line, x: number, y: number): string {
    const [first, second] = [this.rank.get(a.net) ?? 0, this.rank.get(b.net) ?? 0];
    const [over, under] = first > second ? [a, b] : [b, a];
    if (first === second) return over.key;
    const list = this.hops.get(over.key);
    if (!list) this.hops.set(over.key, [{ x, y, net: under.net }]);
    else if (!list.some((hop) => hop.x === x && hop.y === y)) list.push({ x, y, net: under.net });
    return over.key;
  }
}

const NONE: readonly Point[] = [];

function boxOf(points: readonly Point[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  return { left, top, right, bottom };
}

const meet = (a: Box, b: Box): boolean =>
  a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom;

/** Points where sideways parts of one line cross upright parts of another. */
function crossings(flat: Line, upright: Line, found: (x: number, y: number) => void): void {
  for (let i = 1; i < flat.points.length; i++) {
    const [a, b] = [flat.points[i - 1] as Point, flat.points[i] as Point];
    if (a.y !== b.y) continue;
    const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
    for (let j = 1; j < upright.points.length; j++) {
      const [c, d] = [upright.points[j - 1] as Point, upright.points[j] as Point];
      if (c.x !== d.x || c.x <= left || c.x >= right) continue;
      if (a.y > Math.min(c.y, d.y) && a.y < Math.max(c.y, d.y)) found(c.x, a.y);
    }
  }
}

/** Parts that run up and down, from left to right. */
function uprights(lines: readonly Line[]) {
  const list: { x: number; top: number; bottom: number; line: number }[] = [];
  lines.forEach(({ points }, line) => {
    for (let i = 1; i < points.length; i++) {
      const [a, b] = [points[i - 1] as Point, points[i] as Point];
      if (a.x === b.x && a.y !== b.y) list.push({ x: a.x, top: Math.min(a.y, b.y), bottom: Math.max(a.y, b.y), line });
    }
  });
  list.sort((a, b) => a.x - b.x);
  return {
    x: Float64Array.from(list, (part) => part.x),
    top: Float64Array.from(list, (part) => part.top),
    bottom: Float64Array.from(list, (part) => part.bottom),
    line: Int32Array.from(list, (part) => part.line),
  };
}

function firstBeyond(xs: Float64Array, x: number): number {
  let [low, high] = [0, xs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((xs[middle] as number) > x) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Where each wire of a net leaves the way of those before it. */
export function dotsOf(net: readonly Line[]): Map<string, readonly Point[]> {
  const dots = new Map<string, readonly Point[]>();
  for (let i = 1; i < net.length; i++) {
    let best: { point: Point; length: number } | undefined;
    const line = net[i] as Line;
    for (let j = 0; j < i; j++) {
      const shared = parting(line.points, (net[j] as Line).points);
      if (shared && (!best || shared.length > best.length)) best = shared;
    }
    if (best && best.length > 0) dots.set(line.key, [best.point]);
  }
  return dots;
}

/** The point where two lines that start together part, and how long they ran together. */
function parting(a: readonly Point[], b: readonly Point[]): { point: Point; length: number } | undefined {
  const start = a[0];
  if (!start || !b[0] || start.x !== b[0].x || start.y !== b[0].y) return undefined;
  let length = 0;
  let at = start;
  for (let i = 1; ; i++) {
    const [p, q] = [a[i], b[i]];
    if (!p || !q) return { point: at, length };
    const [dp, dq] = [direction(at, p), direction(at, q)];
    if (dp.x !== dq.x || dp.y !== dq.y) return { point: at, length };
    const step = Math.min(distance(at, p), distance(at, q));
    at = { x: at.x + dp.x * step, y: at.y + dp.y * step };
    length += step;
    if (distance(at, p) > 0 || distance(at, q) > 0) return { point: at, length };
  }
}

const direction = (a: Point, b: Point): Point => ({ x: Math.sign(b.x - a.x), y: Math.sign(b.y - a.y) });
const distance = (a: Point, b: Point): number => Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
