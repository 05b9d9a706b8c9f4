/** Boxes on a panel, in units of the panel. */

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The raster that positions and sizes stand on. */
export const SNAP = 2;

export const snap = (value: number): number => Math.round(value / SNAP) * SNAP || 0;

export const limited = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));

export const right = (box: Rect): number => box.x + box.width;
export const bottom = (box: Rect): number => box.y + box.height;

/** The least box about several; null if there are none. */
export function around(boxes: readonly Rect[]): Rect | null {
  if (boxes.length === 0) return null;
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return { x, y, width: Math.max(...boxes.map(right)) - x, height: Math.max(...boxes.map(bottom)) - y };
}

/** Whether two boxes have a common area; edges may touch. */
export function overlap(a: Rect, b: Rect): boolean {
  return a.x < right(b) && b.x < right(a) && a.y < bottom(b) && b.y < bottom(a);
}

export function outside(box: Rect, [width, height]: readonly [number, number]): boolean {
  return box.x < 0 || box.y < 0 || right(box) > width || bottom(box) > height;
}

/** How far a group may be moved so that it stays inside. A group larger than the panel sticks to its start. */
export function within(
  box: Rect,
  dx: number,
  dy: number,
  [width, height]: readonly [number, number],
): [number, number] {
  return [
    limited(dx, -box.x, Math.max(-box.x, width - right(box))) || 0,
    limited(dy, -box.y, Math.max(-box.y, height - bottom(box))) || 0,
  ];
}

/** A place for a box of a size that overlaps nothing, row by row from the top; the corner if there is none. */
export function freePlace(
  taken: readonly Rect[],
  [width, height]: readonly [number, number],
  [wide, tall]: readonly [number, number],
  gap = 8,
): [number, number] {
  const step = 10;
  const margin = 16;
  for (let y = margin; y + height <= tall; y += step) {
    for (let x = margin; x + width <= wide; x += step) {
      const spot = { x: x - gap, y: y - gap, width: width + 2 * gap, height: height + 2 * gap };
      if (!taken.some((box) => overlap(box, spot))) return [x, y];
    }
  }
  return [snap(Math.max(0, Math.min(margin, wide - width))), snap(Math.max(0, Math.min(margin, tall - height)))];
}
