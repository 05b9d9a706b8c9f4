/** Two lines on a canvas, in step with the timeline above. */

import type { Series } from "@/model/plots/source";
import { type Column, columnsOf, rangeOf } from "@/model/review/lane";
import type { Format } from "@/words";

/** Where times begin and end [px]; the same as in the timeline. */
const LEFT = 84;
const RIGHT = 18;
const TOP = 6;
const BOTTOM = 8;

export interface ChartLine {
  series: Series | null;
  /** Token of its colour. */
  token: string;
  /** Its times on the timeline. */
  timeOf: (time: number) => number;
}

export interface ChartAsked {
  width: number;
  height: number;
  /** Length of the timeline [s]. */
  length: number;
  /** Values times this are shown. */
  scale: number;
  decimals: number;
  format: Format;
  lines: readonly ChartLine[];
}

export function drawChart(canvas: HTMLCanvasElement, asked: ChartAsked): void {
  const { width, height, length, scale, format, decimals } = asked;
  const ratio = window.devicePixelRatio;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const painter = canvas.getContext("2d");
  if (!painter || length <= 0) return;
  painter.scale(ratio, ratio);
  const style = getComputedStyle(canvas);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const x = (time: number) => LEFT + ((width - LEFT - RIGHT) * time) / length;
  const lines = asked.lines.map(({ series, timeOf }) =>
    series ? columnsOf(series.times, series.values, (time) => x(timeOf(time))) : [],
  );
  const [low, high] = rangeOf(lines);
  const y = (value: number) => height - BOTTOM - ((height - TOP - BOTTOM) * (value - low)) / (high - low);
  const empty = lines.every((line) => line.length === 0);
  painter.font = `10px ${token("--font-num")}`;
  painter.textAlign = "right";
  painter.textBaseline = "middle";
  painter.lineWidth = 1;
  for (const value of low < 0 && high > 0 ? [low, 0, high] : [low, high]) {
    painter.strokeStyle = token("--line");
    painter.beginPath();
    const at = Math.round(y(value)) + 0.5;
    painter.moveTo(LEFT, at);
    painter.lineTo(width - RIGHT, at);
    painter.stroke();
    if (empty) continue;
    painter.fillStyle = token("--text-3");
    const text = format.number(value * scale, tidy(decimals, (high - low) * scale));
    painter.fillText(text, LEFT - 8, at);
  }
  for (const [index, line] of lines.entries()) stroke(painter, line, y, token(asked.lines[index]?.token ?? "--text"));
}

/** As many decimals as the span of the axis needs. */
const tidy = (decimals: number, span: number): number =>
  Math.max(0, Math.min(decimals, 1 - Math.floor(Math.log10(Math.max(span, 1e-9)))));

function stroke(
  painter: CanvasRenderingContext2D,
  line: readonly Column[],
  y: (value: number) => number,
  colour: string,
) {
  painter.strokeStyle = colour;
  painter.lineWidth = 1.75;
  painter.lineJoin = "round";
  painter.beginPath();
  line.forEach(({ x, low, high, first, last }, index) => {
    if (index === 0) painter.moveTo(x, y(first));
    else painter.lineTo(x, y(first));
    if (low !== high) {
      painter.lineTo(x, y(low));
      painter.lineTo(x, y(high));
      painter.lineTo(x, y(last));
    }
  });
  painter.stroke();
}
