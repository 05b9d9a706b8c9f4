/** Bringing things into view. */

import { getViewportForBounds } from "@xyflow/react";
import type { Editor } from "../context";

const LEAST = 0.1;

/** Under this zoom names are tiring to read: a scheme that is opened shows its beginning rather than all of it. */
export const READABLE = 0.8;

export interface Showing {
  duration?: number;
  /** Never larger than this. */
  most?: number;
  /** Never smaller than this; of what does not fit, the place is shown where signals come in. */
  least?: number;
}

interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Room above what begins a scheme, for the legend that lies over the canvas [px]. */
const ABOVE = 64;

/**
 * Where to look first in a drawing that does not fit: at its left, and, where it is too high, at the first input of the
 * signal flow.
 */
export function beginning(
  nodes: readonly { id: string; position: { x: number; y: number } }[],
  bounds: Bounds,
  wide: number,
  high: number,
  zoom: number,
): { x: number; y: number } {
  const x = bounds.width <= wide ? (wide - bounds.width) / 2 - bounds.x : -bounds.x;
  if (bounds.height <= high) return { x: x * zoom, y: ((high - bounds.height) / 2 - bounds.y) * zoom };
  const inputs = nodes.filter((node) => node.id.startsWith("input:"));
  const first = (inputs.length > 0 ? inputs : nodes).reduce((a, b) =>
    inputs.length > 0 ? (b.position.y < a.position.y ? b : a) : b.position.x < a.position.x ? b : a,
  );
  const top = Math.min(first.position.y, bounds.y + bounds.height - high);
  return { x: x * zoom, y: ABOVE - Math.max(bounds.y, top) * zoom };
}

/** Show these nodes, or all, in the middle of the canvas. */
export function show({ flow }: Pick<Editor, "flow">, ids: readonly string[] = [], options: Showing = {}): void {
  const canvas = document.querySelector("[data-canvas]");
  const nodes = flow.current?.getNodes() ?? [];
  const wanted = ids.length > 0 ? nodes.filter((node) => ids.includes(node.id)) : nodes;
  if (!flow.current || !canvas || wanted.length === 0) return;
  const left = Math.min(...wanted.map((node) => node.position.x));
  const top = Math.min(...wanted.map((node) => node.position.y));
  const right = Math.max(...wanted.map((node) => node.position.x + (node.width ?? 0)));
  const bottom = Math.max(...wanted.map((node) => node.position.y + (node.height ?? 0)));
  const bounds = { x: left - 24, y: top - 40, width: right - left + 48, height: bottom - top + 64 };
  const { width, height } = canvas.getBoundingClientRect();
  let at = getViewportForBounds(bounds, width, height, LEAST, options.most ?? 1, 0.04);
  const least = options.least ?? 0;
  if (at.zoom < least) {
    at = { zoom: least, ...beginning(wanted, bounds, width / least, height / least, least) };
  }
  void flow.current.setViewport(at, { duration: options.duration ?? 0 });
}
