/** What lies over a chart: the cursor with a dot on every line, the part being chosen, the two measuring cursors. */

import type uPlot from "uplot";
import { axisKey } from "@/model/plots/axes";
import type { Line } from "@/model/plots/lines";
import css from "./Chart.module.css";
import { write } from "./redraw";

function box(parent: HTMLElement, className: string | undefined): HTMLDivElement {
  const made = document.createElement("div");
  made.className = className ?? "";
  made.hidden = true;
  parent.append(made);
  return made;
}

export class Overlay {
  /** The handles of the measuring cursors, for pointer and keyboard. */
  readonly handles: readonly [HTMLElement, HTMLElement];
  readonly #plot: uPlot;
  readonly #cursor: HTMLElement;
  readonly #time: HTMLElement;
  readonly #dots: HTMLElement[];
  readonly #choice: HTMLElement;
  readonly #lines: readonly Line[];

  constructor(plot: uPlot, lines: readonly Line[], colour: (token: string) => string) {
    this.#plot = plot;
    this.#lines = lines;
    this.#choice = box(plot.over, css.choice);
    this.#cursor = box(plot.over, css.cursor);
    this.#time = box(this.#cursor, css.time);
    this.#time.hidden = false;
    this.#dots = lines.map((line) => {
      const dot = box(plot.over, css.dot);
      dot.style.background = colour(line.colour);
      return dot;
    });
    this.handles = [this.#handle("A"), this.#handle("B")];
  }

  #handle(letter: string): HTMLElement {
    const line = box(this.#plot.over, css.measure);
    line.dataset.letter = letter;
    line.tabIndex = 0;
    line.setAttribute("role", "slider");
    line.setAttribute("aria-label", letter);
    return line;
  }

  #left(time: number): number {
    return this.#plot.valToPos(time, "x");
  }

  #inside(left: number): boolean {
    return left >= -0.5 && left <= this.#plot.over.clientWidth + 0.5;
  }

  /** Where the cursor stands, the values there (for people), and how the time is written. */
  cursor(time: number | null, values: readonly number[], text: string): void {
    const left = time === null ? Number.NaN : this.#left(time);
    const shown = time !== null && this.#inside(left);
    this.#cursor.hidden = !shown;
    if (shown) {
      this.#cursor.style.transform = `translateX(${left.toFixed(1)}px)`;
      this.#time.classList.toggle(css.leftwards ?? "", left > this.#plot.over.clientWidth - 70);
      write(this.#time, text);
    }
    this.#dots.forEach((dot, i) => {
      const line = this.#lines[i];
      const value = values[i];
      dot.hidden = !shown || !line || value === undefined || Number.isNaN(value);
      if (dot.hidden || !line || value === undefined) return;
      const top = this.#plot.valToPos(value, axisKey(line));
      dot.style.transform = `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px)`;
    });
  }

  /** The two measuring cursors. */
  measure(times: readonly [number, number] | null, said: (time: number) => string): void {
    this.handles.forEach((handle, i) => {
      const time = times?.[i];
      const left = time === undefined ? Number.NaN : this.#left(time);
      handle.hidden = time === undefined || !this.#inside(left);
      if (time === undefined || handle.hidden) return;
      handle.style.transform = `translateX(${left.toFixed(1)}px)`;
      handle.setAttribute("aria-valuenow", time.toFixed(3));
      handle.setAttribute("aria-valuetext", said(time));
    });
  }

  /** The part that is being chosen, in pixels; null when none is. */
  choice(part: readonly [number, number] | null): void {
    this.#choice.hidden = part === null;
    if (!part) return;
    this.#choice.style.left = `${Math.min(...part)}px`;
    this.#choice.style.width = `${Math.abs(part[1] - part[0])}px`;
  }
}
