/** Files of what charts show. */

import { csvOf } from "@/model/plots/csv";
import type { Line } from "@/model/plots/lines";
import type { SignalSource } from "@/model/plots/source";
import { readPalette } from "./palette";

function save(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Every sample of the lines between two times as CSV. */
export function saveCsv(name: string, source: SignalSource, lines: readonly Line[], from: number, to: number): void {
  const series = lines.map((line) => {
    const found = source.history(line.name, from, to);
    // A chart wants one value more at each side, a table does not.
    const kept = found && [...found.times.keys()].filter((i) => inside(found.times[i], from, to));
    return (
      found &&
      kept && {
        times: Float64Array.from(kept, (i) => found.times[i] ?? 0),
        values: Float32Array.from(kept, (i) => found.values[i] ?? Number.NaN),
      }
    );
  });
  save(`${name}.csv`, new Blob([csvOf(lines, series)], { type: "text/csv;charset=utf-8" }));
}

const inside = (time: number | undefined, from: number, to: number) => time !== undefined && time >= from && time <= to;

/** All charts inside an element as one picture, each under the words of its legend. */
export async function savePng(name: string, within: HTMLElement): Promise<void> {
  const canvases = [...within.querySelectorAll("canvas")];
  if (canvases.length === 0) return;
  const frame = within.getBoundingClientRect();
  const ratio = devicePixelRatio;
  const palette = readPalette();
  const rows = [...within.querySelectorAll<HTMLElement>("[data-testid=plot-line]")];
  const picture = document.createElement("canvas");
  picture.width = Math.ceil(frame.width * ratio);
  picture.height = Math.ceil(Math.max(frame.height, within.scrollHeight) * ratio);
  const context = picture.getContext("2d");
  if (!context) return;
  context.fillStyle = palette.colour("surface");
  context.fillRect(0, 0, picture.width, picture.height);
  const place = (element: Element) => {
    const box = element.getBoundingClientRect();
    return {
      x: (box.left - frame.left) * ratio,
      y: (box.top - frame.top + within.scrollTop) * ratio,
      width: box.width * ratio,
      height: box.height * ratio,
    };
  };
  for (const canvas of canvases) {
    const { x, y, width, height } = place(canvas);
    context.drawImage(canvas, x, y, width, height);
  }
  context.textBaseline = "middle";
  for (const row of rows) {
    const line = row.querySelector("line");
    for (const part of row.children) {
      const { x, y, width, height } = place(part);
      if (part.tagName.toLowerCase() === "svg" && line) {
        context.strokeStyle = getComputedStyle(line).stroke;
        context.lineWidth = 3 * ratio;
        context.beginPath();
        context.moveTo(x, y + height / 2);
        context.lineTo(x + width, y + height / 2);
        context.stroke();
      } else if (part.querySelector("button") === null && part.textContent) {
        const style = getComputedStyle(part);
        context.font = `${style.fontWeight} ${Number.parseFloat(style.fontSize) * ratio}px ${style.fontFamily}`;
        context.fillStyle = style.color;
        context.fillText(part.textContent, x, y + height / 2, width + 2 * ratio);
      }
    }
  }
  const content = await new Promise<Blob | null>((done) => picture.toBlob(done, "image/png"));
  if (content) save(`${name}.png`, content);
}
