/** Bringing things into view. */

import { getViewportForBounds } from "@xyflow/react";
import type { Editor } from "../context";

const LEAST = 0.1;

/** Under this zoom names cannot be read: a scheme that is opened shows its beginning rather than all of it. */
export const READABLE = 0.4;

export interface Showing {
  duration?: number;
  /** Never larger than this. */
  most?: number;
  /** Never smaller than this; what does not fit begins at the left. */
  least?: number;
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
    const room = height - bounds.height * least;
    at = { zoom: least, x: -bounds.x * least, y: (room > 0 ? room / 2 : 48) - bounds.y * least };
  }
  void flow.current.setViewport(at, { duration: options.duration ?? 0 });
}
