/** Lining blocks up. */

import type { SchemeDocument } from "@/gen/documents";
import { levelOf, positionOf, selecting } from "@/model/scheme/document";
import { moveThings } from "@/model/scheme/edits";

export type Alignment = "left" | "top" | "centre" | "middle" | "across" | "down";

interface Box {
  id: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Blocks with one edge or middle in line, or with the same room between them. */
export function aligned(
  doc: SchemeDocument,
  level: string,
  ids: readonly string[],
  how: Alignment,
  sizes: (id: string) => { width: number; height: number },
): SchemeDocument {
  const part = levelOf(doc, level);
  if (!part || ids.length < 2) return doc;
  const boxes: Box[] = ids.map((id) => ({ id, ...positionOf(part, "blocks", id), ...sizes(id) }));
  const targets = how === "across" || how === "down" ? spread(boxes, how) : lined(boxes, how);
  return boxes.reduce((moved, box) => {
    const { x, y } = targets.get(box.id) ?? box;
    return moveThings(moved, level, selecting({ blocks: [box.id] }), x - box.x, y - box.y);
  }, doc);
}

function lined(
  boxes: readonly Box[],
  how: "left" | "top" | "centre" | "middle",
): Map<string, { x: number; y: number }> {
  const left = Math.min(...boxes.map((box) => box.x));
  const top = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return new Map(
    boxes.map((box) => {
      if (how === "left") return [box.id, { x: left, y: box.y }];
      if (how === "top") return [box.id, { x: box.x, y: top }];
      if (how === "centre") return [box.id, { x: Math.round((left + right - box.width) / 2), y: box.y }];
      return [box.id, { x: box.x, y: Math.round((top + bottom - box.height) / 2) }];
    }),
  );
}

function spread(boxes: readonly Box[], how: "across" | "down"): Map<string, { x: number; y: number }> {
  const [at, size] = how === "across" ? (["x", "width"] as const) : (["y", "height"] as const);
  const order = [...boxes].sort((a, b) => a[at] - b[at]);
  const first = order[0];
  const last = order.at(-1);
  const found = new Map<string, { x: number; y: number }>();
  if (!first || !last) return found;
  const room = last[at] + last[size] - first[at] - order.reduce((sum, box) => sum + box[size], 0);
  const gap = room / (order.length - 1);
  let next = first[at];
  for (const box of order) {
    found.set(box.id, { x: box.x, y: box.y, [at]: Math.round(next) });
    next += box[size] + gap;
  }
  return found;
}
