/** Vertical lines of moments and horizontal lines of limits, drawn onto a chart. */

import type uPlot from "uplot";
import type { Palette } from "./palette";

export interface DrawnMark {
  time: number;
  text: string;
}

/** A horizontal line on the axis of a unit that people see. */
export interface DrawnLimit {
  /** In the unit that people see. */
  value: number;
  /** Key of the axis. */
  axis: string;
  text: string;
}

/** Moments, as dashed lines; their texts where they do not run into each other. */
export function drawMarks(plot: uPlot, marks: readonly DrawnMark[], palette: Palette, captions: boolean): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.strokeStyle = palette.colour("accent");
  ctx.fillStyle = palette.colour("accent");
  ctx.lineWidth = ratio;
  ctx.font = palette.font(10.5 * ratio, "ui", 600);
  ctx.textAlign = "left";
  ctx.textBaseline = "alphabetic";
  ctx.setLineDash([2 * ratio, 3 * ratio]);
  let free = Number.NEGATIVE_INFINITY;
  for (const mark of marks) {
    const x = Math.round(plot.valToPos(mark.time, "x", true)) + 0.5;
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    const width = ctx.measureText(mark.text).width;
    const fits = x + 5 * ratio + width <= bbox.left + bbox.width;
    const from = fits ? x + 5 * ratio : x - 5 * ratio - width;
    if (!captions || from < free) continue;
    ctx.fillText(mark.text, from, bbox.top + 10 * ratio);
    free = from + width + 8 * ratio;
  }
  ctx.restore();
}

/** Limits, as dashed lines with a text at the right; only those inside the range. */
export function drawLimits(plot: uPlot, limits: readonly DrawnLimit[], palette: Palette): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.strokeStyle = palette.colour("bad");
  ctx.fillStyle = palette.colour("bad");
  ctx.lineWidth = ratio;
  ctx.font = palette.font(10.5 * ratio, "ui");
  ctx.textAlign = "right";
  ctx.textBaseline = "alphabetic";
  ctx.setLineDash([4 * ratio, 4 * ratio]);
  for (const limit of limits) {
    const { min, max } = plot.scales[limit.axis] ?? {};
    if (min == null || max == null || limit.value < min || limit.value > max) continue;
    const y = Math.round(plot.valToPos(limit.value, limit.axis, true)) + 0.5;
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    const below = y - bbox.top < 14 * ratio;
    ctx.fillText(limit.text, bbox.left + bbox.width - 2 * ratio, y + (below ? 12 : -4) * ratio);
  }
  ctx.restore();
}
