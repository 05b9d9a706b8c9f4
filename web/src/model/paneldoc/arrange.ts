/** Aligning and spreading several boxes. */

import type { PanelDocument } from "../../gen/documents";
import { boxFor, sizeOf } from "./document";
import { setBoxes } from "./edits";
import { around, bottom, type Rect, right, SNAP, snap, within } from "./geometry";

export type Side = "left" | "centre" | "right" | "top" | "middle" | "bottom";
type Named = [string, Rect];

const named = (doc: PanelDocument, names: readonly string[]): Named[] =>
  names.flatMap((name) => {
    const box = boxFor(doc, name);
    return box ? [[name, box] as Named] : [];
  });

/** Moves boxes by the same way, as far as all stay inside the panel. */
export function moveBy(doc: PanelDocument, names: readonly string[], dx: number, dy: number): PanelDocument {
  const list = named(doc, names);
  const all = around(list.map(([, box]) => box));
  if (!all) return doc;
  // a step to the edge may be odd; boxes stay on the raster
  const [x, y] = within(all, dx, dy, sizeOf(doc)).map((by) => Math.trunc(by / SNAP) * SNAP) as [number, number];
  if (x === 0 && y === 0) return doc;
  return setBoxes(doc, new Map(list.map(([name, box]) => [name, { ...box, x: box.x + x, y: box.y + y }])));
}

/** Brings one side of all boxes to the same line. */
export function align(doc: PanelDocument, names: readonly string[], side: Side): PanelDocument {
  const list = named(doc, names);
  const all = around(list.map(([, box]) => box));
  if (!all || list.length < 2) return doc;
  const put = (box: Rect): Rect => {
    switch (side) {
      case "left":
        return { ...box, x: all.x };
      case "right":
        return { ...box, x: right(all) - box.width };
      case "centre":
        return { ...box, x: snap(all.x + (all.width - box.width) / 2) };
      case "top":
        return { ...box, y: all.y };
      case "bottom":
        return { ...box, y: bottom(all) - box.height };
      case "middle":
        return { ...box, y: snap(all.y + (all.height - box.height) / 2) };
    }
  };
  return setBoxes(doc, new Map(list.map(([name, box]) => [name, put(box)])));
}

/** Makes the gaps between three boxes and more the same; the outer ones stay. */
export function distribute(doc: PanelDocument, names: readonly string[], way: "across" | "down"): PanelDocument {
  const [at, length] = way === "across" ? (["x", "width"] as const) : (["y", "height"] as const);
  const list = named(doc, names).sort(([, a], [, b]) => a[at] - b[at]);
  const [first, last] = [list[0], list.at(-1)];
  if (!first || !last || list.length < 3) return doc;
  const total = last[1][at] + last[1][length] - first[1][at];
  const gap = (total - list.reduce((sum, [, box]) => sum + box[length], 0)) / (list.length - 1);
  let next = first[1][at];
  const places = new Map<string, Rect>();
  for (const [name, box] of list) {
    places.set(name, name === first[0] || name === last[0] ? box : { ...box, [at]: snap(next) });
    next += box[length] + gap;
  }
  return setBoxes(doc, places);
}

/** Gives all boxes the size of the first. */
export function sameSize(doc: PanelDocument, names: readonly string[]): PanelDocument {
  const [first, ...rest] = named(doc, names);
  if (!first) return doc;
  const { width, height } = first[1];
  return setBoxes(doc, new Map(rest.map(([name, box]) => [name, { ...box, width, height }])));
}
