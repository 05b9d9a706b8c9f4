/** Snapping to the edges and middles of what else is on the panel. */

import { type Rect, snap } from "./geometry";
import { LEAST_SIZE } from "./kinds";

/** A line that something snaps to; `from` and `to` along the line. */
export interface Guide {
  readonly across: boolean;
  readonly at: number;
}

export interface Snapped {
  readonly dx: number;
  readonly dy: number;
  readonly guides: readonly Guide[];
}

/** Distance within which an edge snaps to a line. */
export const REACH = 5;

interface Lines {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
}

/** Lines to snap to: edges and middles of the boxes and of the panel. */
export function linesOf(others: readonly Rect[], [width, height]: readonly [number, number]): Lines {
  return {
    xs: [0, width / 2, width, ...others.flatMap((box) => [box.x, box.x + box.width / 2, box.x + box.width])],
    ys: [0, height / 2, height, ...others.flatMap((box) => [box.y, box.y + box.height / 2, box.y + box.height])],
  };
}

function nearest(edges: readonly number[], lines: readonly number[]): { by: number; at: number } | null {
  let best: { by: number; at: number } | null = null;
  for (const at of lines) {
    for (const edge of edges) {
      const by = at - edge;
      if (Math.abs(by) <= REACH && (!best || Math.abs(by) < Math.abs(best.by))) best = { by, at };
    }
  }
  return best;
}

/** A move of a box, snapped to lines, else to the raster. */
export function snapMove(box: Rect, dx: number, dy: number, lines: Lines): Snapped {
  const [x, y] = [box.x + dx, box.y + dy];
  const along = nearest([x, x + box.width / 2, x + box.width], lines.xs);
  const down = nearest([y, y + box.height / 2, y + box.height], lines.ys);
  const guides: Guide[] = [];
  if (along) guides.push({ across: false, at: along.at });
  if (down) guides.push({ across: true, at: down.at });
  // lines through middles may lie off the raster; the box stays on it
  return { dx: snap(x + (along?.by ?? 0)) - box.x, dy: snap(y + (down?.by ?? 0)) - box.y, guides };
}

/** A corner or an edge of a box: -1 the left or upper one, 1 the other one, 0 neither. */
export interface Handle {
  readonly x: -1 | 0 | 1;
  readonly y: -1 | 0 | 1;
}

export const HANDLES: readonly Handle[] = [
  { x: -1, y: -1 }, { x: 0, y: -1 }, { x: 1, y: -1 }, { x: 1, y: 0 }, { x: 1, y: 1 }, { x: 0, y: 1 }, { x: -1, y: 1 },
  { x: -1, y: 0 },
]; // biome-ignore format: a list

function stretched(
  start: number,
  length: number,
  side: -1 | 0 | 1,
  by: number,
  lines: readonly number[],
  least: number,
  most: number,
): [number, number, number | null] {
  if (side === 0) return [start, length, null];
  const edge = side < 0 ? start + by : start + length + by;
  const line = nearest([edge], lines);
  const wanted = snap(edge + (line?.by ?? 0));
  if (side < 0) {
    const begin = Math.max(0, Math.min(wanted, start + length - least));
    return [begin, start + length - begin, line?.at ?? null];
  }
  return [start, Math.min(most, Math.max(wanted, start + least)) - start, line?.at ?? null];
}

/** A box whose handle was pulled by so much; it stays inside the panel and no smaller than the least size. */
export function snapResize(
  box: Rect,
  handle: Handle,
  dx: number,
  dy: number,
  lines: Lines,
  [width, height]: readonly [number, number],
): { box: Rect; guides: readonly Guide[] } {
  const [x, wide, atX] = stretched(box.x, box.width, handle.x, dx, lines.xs, LEAST_SIZE[0], width);
  const [y, tall, atY] = stretched(box.y, box.height, handle.y, dy, lines.ys, LEAST_SIZE[1], height);
  const guides: Guide[] = [];
  if (atX !== null) guides.push({ across: false, at: atX });
  if (atY !== null) guides.push({ across: true, at: atY });
  return { box: { x, y, width: wide, height: tall }, guides };
}
