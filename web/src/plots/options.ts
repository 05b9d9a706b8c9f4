/** What a chart is told about its axes, scales and lines. */

import uPlot from "uplot";
import { axesOf, axisKey } from "@/model/plots/axes";
import { type Line, leastOf } from "@/model/plots/lines";
import { axisTicks, decimalsOf, niceRange, type Range } from "@/model/plots/range";
import { absoluteLabel, relativeLabel, timeStep, timeTicks } from "@/model/plots/times";
import type { Format } from "@/words";
import { DASHES, type Palette } from "./palette";

/** Width of one y axis [px]. */
export const AXIS = 46;

/** What stands beside the plot: how many axes at the left and at the right, so that stacked charts line up. */
export interface Room {
  left: number;
  right: number;
}

export interface Times {
  from: number;
  to: number;
  /** The time that is called now; null counts from the beginning. */
  origin: number | null;
  /** The word at the origin. */
  edge: string;
}

export interface Asked {
  lines: readonly Line[];
  times: () => Times;
  palette: Palette;
  format: Format;
  yes: string;
  no: string;
  xAxis: boolean;
  /** Whether the unit stands above each axis. */
  units: boolean;
  room: Room;
  width: number;
  height: number;
  draw: (plot: uPlot) => void;
}

/** The axes a set of lines needs at each side. */
export function roomFor(lines: readonly Line[]): Room {
  const axes = axesOf(lines);
  const right = axes.filter((axis) => axis.side === "right").length;
  return { left: Math.max(1, axes.length - right), right };
}

function timeAxis({ times, palette, format, xAxis }: Asked): uPlot.Axis {
  const step = (plot: uPlot) => {
    const { from, to } = times();
    return timeStep(to - from, plot.bbox.width / devicePixelRatio / 72);
  };
  return {
    scale: "x",
    size: xAxis ? 22 : 4,
    gap: 6,
    font: palette.font(10.5),
    stroke: palette.colour("text-3"),
    grid: { stroke: palette.colour("line"), width: 1 },
    ticks: { show: false },
    splits: (plot) => {
      const { from, to, origin } = times();
      return timeTicks(from, to, origin ?? 0, step(plot));
    },
    values: (plot, splits) => {
      const { origin, edge } = times();
      if (!xAxis) return splits.map(() => null);
      return splits.map((time) =>
        origin === null
          ? absoluteLabel(time, step(plot), format)
          : relativeLabel(time, origin, step(plot), edge, format),
      );
    },
  };
}

/** The options of a chart. */
export function optionsOf(asked: Asked): uPlot.Options {
  const { lines, palette, format, units, room, xAxis } = asked;
  const axes = axesOf(lines);
  const scales: uPlot.Scales = { x: { time: false, range: () => [asked.times().from, asked.times().to] } };
  const ranges = new Map<string, Range>();
  for (const { key } of axes) {
    scales[key] = {
      range: (_plot, low, high) => {
        if (key === "boolean") return [-0.15, 1.15];
        const range = niceRange(low ?? Number.NaN, high ?? Number.NaN, ranges.get(key) ?? null, leastOf(key));
        ranges.set(key, range);
        return [range[0], range[1]];
      },
    };
  }
  if (axes.length === 0) scales.y = { range: () => [0, 1] };
  const own = roomFor(lines);
  const text = palette.colour("text-3");
  return {
    width: asked.width,
    height: asked.height,
    padding: [
      units ? 22 : 10,
      AXIS * (room.right - own.right) + (room.right > 0 ? 4 : 24),
      xAxis ? 0 : 4,
      AXIS * (room.left - own.left),
    ],
    legend: { show: false },
    cursor: { show: false },
    select: { show: false, left: 0, top: 0, width: 0, height: 0 },
    scales,
    axes: [
      timeAxis(asked),
      ...(axes.length > 0 ? axes : [{ key: "y", unit: "1", side: "left" as const, lines: [] }]).map(
        (axis, i): uPlot.Axis => ({
          scale: axis.key,
          side: axis.side === "left" ? 3 : 1,
          size: AXIS,
          gap: 6,
          font: palette.font(10.5),
          stroke: axes.length > 1 && axis.lines.length === 1 ? palette.colour(axis.lines[0]?.colour ?? "text-3") : text,
          ticks: { show: false },
          grid: { show: i === 0, stroke: palette.colour("line"), width: 1 },
          splits: (plot, _axis, low, high) =>
            axis.key === "boolean" ? [0, 1] : axisTicks(low, high, plot.bbox.height / devicePixelRatio),
          values: (_plot, ticks) =>
            axis.key === "boolean"
              ? [asked.no, asked.yes]
              : ticks.map((tick) => (axes.length === 0 ? null : format.number(tick, decimalsOf(ticks)))),
        }),
      ),
    ],
    series: [
      {},
      ...lines.map(
        (line): uPlot.Series => ({
          scale: axisKey(line),
          stroke: palette.colour(line.colour),
          width: line.selected ? 2.5 : 1.75,
          dash: DASHES[line.dash % DASHES.length],
          pxAlign: 0,
          points: { show: false },
          ...(line.boolean && uPlot.paths.stepped ? { paths: uPlot.paths.stepped({ align: 1 }) } : {}),
        }),
      ),
    ],
    hooks: {
      draw: [
        (plot) => {
          if (units) drawUnits(plot, asked);
          asked.draw(plot);
        },
      ],
    },
  };
}

function drawUnits(plot: uPlot, { lines, palette, format }: Asked): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.font = palette.font(10.5 * ratio, "num", 500);
  ctx.fillStyle = palette.colour("text-2");
  ctx.textBaseline = "alphabetic";
  const count = { left: 0, right: 0 };
  for (const { side, unit, key } of axesOf(lines)) {
    const out = (AXIS * count[side] + 6) * ratio;
    count[side] += 1;
    if (key === "boolean") continue;
    ctx.textAlign = side === "left" ? "right" : "left";
    const x = side === "left" ? bbox.left - out : bbox.left + bbox.width + out;
    ctx.fillText(format.unit(unit), x, bbox.top - 9 * ratio);
  }
  ctx.restore();
}
