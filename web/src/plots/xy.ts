/** Drawing of one signal over another. */

import { decimalsOf, niceRange, type Range, ticksIn } from "@/model/plots/range";
import { indexAt } from "@/model/plots/source";
import { equalRanges, extent, type Trail } from "@/model/plots/xy";
import type { Format } from "@/words";
import type { Palette } from "./palette";

export interface XyRanges {
  x: Range | null;
  y: Range | null;
}

interface Drawing {
  trail: Trail;
  width: number;
  height: number;
  equal: boolean;
  palette: Palette;
  format: Format;
  colour: string;
  titles: readonly [string, string] | readonly string[];
  scale: readonly [number, number];
  /** The least lengths of the axes. */
  least: readonly [number, number];
  /** Ranges of the drawing before. */
  ranges: XyRanges;
  /** A time whose place is marked; the newest if null. */
  at: number | null;
  from: number;
  to: number;
}

const EDGE = { left: 60, right: 14, top: 12, bottom: 36 };
/** Steps in which the trail fades. */
const FADES = 12;

/** Draws, and returns the ranges for the next time. */
export function drawXy(context: CanvasRenderingContext2D, drawing: Drawing): XyRanges {
  const { trail, width, height, equal, palette, format, titles } = drawing;
  const [kx, ky] = drawing.scale;
  const wide = Math.max(1, width - EDGE.left - EDGE.right);
  const high = Math.max(1, height - EDGE.top - EDGE.bottom);
  const range = (values: readonly number[], scale: number, before: Range | null, least: number) => {
    const [low, top] = extent(values);
    return niceRange(low * scale, top * scale, before, least);
  };
  const ranges = {
    x: range(trail.x, kx, drawing.ranges.x, drawing.least[0]),
    y: range(trail.y, ky, drawing.ranges.y, drawing.least[1]),
  };
  const shown = equal ? equalRanges(ranges.x, ranges.y, wide, high) : ranges;
  const px = (value: number) => EDGE.left + ((value - shown.x[0]) / (shown.x[1] - shown.x[0])) * wide;
  const py = (value: number) => EDGE.top + high - ((value - shown.y[0]) / (shown.y[1] - shown.y[0])) * high;

  context.clearRect(0, 0, width, height);
  context.font = palette.font(10.5);
  context.fillStyle = palette.colour("text-3");
  context.strokeStyle = palette.colour("line");
  context.lineWidth = 1;
  const xTicks = ticksIn(shown.x[0], shown.x[1], wide / 70);
  const yTicks = ticksIn(shown.y[0], shown.y[1], high / 34);
  context.beginPath();
  context.textAlign = "center";
  for (const tick of xTicks) {
    const at = Math.round(px(tick)) + 0.5;
    context.moveTo(at, EDGE.top);
    context.lineTo(at, EDGE.top + high);
    context.fillText(format.number(tick, decimalsOf(xTicks)), at, EDGE.top + high + 15);
  }
  context.textAlign = "right";
  for (const tick of yTicks) {
    const at = Math.round(py(tick)) + 0.5;
    context.moveTo(EDGE.left, at);
    context.lineTo(EDGE.left + wide, at);
    context.fillText(format.number(tick, decimalsOf(yTicks)), EDGE.left - 6, at + 3.5);
  }
  context.stroke();
  context.font = palette.font(11, "ui", 500);
  context.fillStyle = palette.colour("text-2");
  context.textAlign = "center";
  context.fillText(titles[0] ?? "", EDGE.left + wide / 2, height - 5);
  context.save();
  context.translate(11, EDGE.top + high / 2);
  context.rotate(-Math.PI / 2);
  context.fillText(titles[1] ?? "", 0, 0);
  context.restore();
  drawTrail(
    context,
    drawing,
    (x) => px(x * kx),
    (y) => py(y * ky),
  );
  return ranges;
}

type Place = (value: number) => number;

function drawTrail(context: CanvasRenderingContext2D, drawing: Drawing, px: Place, py: Place): void {
  const { trail, colour, palette } = drawing;
  const count = trail.times.length;
  context.save();
  context.strokeStyle = colour;
  context.lineWidth = 1.75;
  context.lineJoin = "round";
  for (let part = 0; part < FADES; part++) {
    const begin = Math.max(0, Math.floor((part * count) / FADES) - 1);
    const end = Math.floor(((part + 1) * count) / FADES);
    context.globalAlpha = 0.2 + (0.8 * (part + 1)) / FADES;
    context.beginPath();
    let joined = false;
    for (let i = begin; i < end; i++) {
      const x = trail.x[i] ?? Number.NaN;
      const y = trail.y[i] ?? Number.NaN;
      if (Number.isNaN(x)) joined = false;
      else if (joined) context.lineTo(px(x), py(y));
      else {
        context.moveTo(px(x), py(y));
        joined = true;
      }
    }
    context.stroke();
  }
  context.restore();
  const at = drawing.at === null ? count - 1 : Math.min(count - 1, indexAt(Float64Array.from(trail.times), drawing.at));
  const x = trail.x[at] ?? Number.NaN;
  const y = trail.y[at] ?? Number.NaN;
  if (Number.isNaN(x)) return;
  context.beginPath();
  context.arc(px(x), py(y), 4.5, 0, 2 * Math.PI);
  context.fillStyle = colour;
  context.strokeStyle = palette.colour("surface");
  context.lineWidth = 2;
  context.fill();
  context.stroke();
}
