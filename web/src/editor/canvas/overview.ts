/** The small drawing of a whole level: its frame, and all blocks of a kind as one path. */

/** A rectangle of the level: its upper left corner, and how large it is. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The smallest box around some; null around none. */
export function around(boxes: readonly Box[]): Box | null {
  const [first] = boxes;
  if (!first) return null;
  let { x, y } = first;
  let right = x + first.width;
  let bottom = y + first.height;
  for (const box of boxes) {
    x = Math.min(x, box.x);
    y = Math.min(y, box.y);
    right = Math.max(right, box.x + box.width);
    bottom = Math.max(bottom, box.y + box.height);
  }
  return { x, y, width: right - x, height: bottom - y };
}

/** A box of a given shape around another, with some room to all sides; `share` is of its larger side. */
export function framed(box: Box, wide: number, high: number, share = 0.06): Box {
  const scale = Math.max(box.width / wide, box.height / high, 1e-6) * (1 + 2 * share);
  const width = wide * scale;
  const height = high * scale;
  return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height };
}

/** Boxes as one path for SVG. */
export function pathOf(boxes: readonly Box[]): string {
  return boxes.map(({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h${-width}z`).join("");
}
