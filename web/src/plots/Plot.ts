/** One chart on the page: draws when there is something new, and turns pointer and keys into changes of the view. */

import uPlot from "uplot";
import { axisKey } from "@/model/plots/axes";
import type { Line } from "@/model/plots/lines";
import { indexAt, isChore, type SignalSource } from "@/model/plots/source";
import { tableOf } from "@/model/plots/table";
import { originOf, shownTimes, type ViewStore } from "@/model/plots/view";
import { type Format, language, said, type Words } from "@/words";
import { figure, lineValue, spoken, unitText } from "./figures";
import { type Gestures, gestures } from "./gestures";
import { type DrawnLimit, drawLimits, drawMarks } from "./marks";
import { Overlay } from "./Overlay";
import { optionsOf, type Room, type Times } from "./options";
import { type Palette, readPalette } from "./palette";
import { Redraw } from "./redraw";

/** The longest text of a moment, in letters. */
const CAPTION = 32;

const shortened = (text: string): string => (text.length > CAPTION ? `${text.slice(0, CAPTION - 1).trimEnd()}…` : text);

/** A horizontal line: a value in SI units on the axis of this unit. */
export interface Limit {
  value: number;
  unit: string;
  text?: string;
}

export interface PlotParts {
  holder: HTMLElement;
  source: SignalSource;
  view: ViewStore;
  lines: readonly Line[];
  limits: readonly Limit[];
  xAxis: boolean;
  captions: boolean;
  units: boolean;
  room: Room;
  format: Format;
  words: Words;
  /** Called with a text for readers when the keyboard moved the cursor. */
  tell: (text: string) => void;
}

export class Plot {
  readonly #parts: PlotParts;
  readonly #plot: uPlot;
  readonly #overlay: Overlay;
  readonly #palette: Palette;
  readonly #redraw: Redraw;
  readonly #gestures: Gestures;
  readonly #ends: (() => void)[];
  #stale = true;
  #edge = "";

  constructor(parts: PlotParts) {
    this.#parts = parts;
    const { holder, source, view, lines } = parts;
    this.#palette = readPalette();
    const size = { width: Math.max(60, holder.clientWidth), height: Math.max(24, holder.clientHeight) };
    const { format, words, xAxis, units, room } = parts;
    const { yes, no } = words.common;
    this.#plot = new uPlot(
      optionsOf({
        ...{ lines, format, xAxis, units, room, yes, no, ...size },
        palette: this.#palette,
        times: () => this.times(),
        draw: (plot) => this.#decorate(plot),
      }),
      this.#data(size.width),
      holder,
    );
    this.#overlay = new Overlay(this.#plot, lines, this.#palette.colour);
    this.#redraw = new Redraw(() => this.#draw());
    const watcher = new ResizeObserver(() => this.#resize());
    watcher.observe(holder);
    this.#gestures = gestures(holder, this.#plot, this.#overlay, source, view, () => this.#tell());
    this.#ends = [
      this.#gestures.end,
      source.subscribe(() => {
        if (view.getState().heldAt !== null && this.#stale === false) return;
        this.#stale = true;
        this.#redraw.ask();
      }),
      view.subscribe((now, before) => {
        if (now.range !== before.range || now.heldAt !== before.heldAt || now.window !== before.window) {
          this.#stale = true;
        }
        this.#redraw.hurry();
      }),
      () => watcher.disconnect(),
      () => this.#redraw.end(),
    ];
    this.#redraw.ask();
    // The first drawing may come before the font of the numbers.
    void document.fonts.ready.then(() => this.#refresh());
  }

  get canvas(): HTMLCanvasElement {
    return this.#plot.ctx.canvas;
  }

  /** The times that are shown, and how the axis counts. */
  times(): Times {
    const { source, view, words } = this.#parts;
    const state = view.getState();
    const [from, to] = shownTimes(state, source.now());
    const origin = source.live ? originOf(state, source.now()) : null;
    return { from, to, origin, edge: state.heldAt === null ? words.plots.now : words.plots.held };
  }

  #data(width: number): uPlot.AlignedData {
    const { source, lines } = this.#parts;
    const { from, to } = this.times();
    const series = lines.map((line) => source.history(line.name, from, to));
    const scales = lines.map((line) => line.scale);
    const table = tableOf(series, scales, from, to, width);
    return [table.times, ...table.lines] as uPlot.AlignedData;
  }

  #draw(): void {
    if (this.#stale) {
      this.#stale = false;
      const { from, to, edge } = this.times();
      const width = Math.max(1, this.#plot.over.clientWidth);
      this.#plot.setData(this.#data(width));
      // Axes are written anew when their range changes; the word at the edge changes without it.
      if (edge !== this.#edge) this.#plot.redraw(false, true);
      this.#edge = edge;
      // A column of pixels must move before it is worth drawing again.
      this.#redraw.least = Math.min(100, (500 * (to - from)) / width);
      this.#gestures.follow();
    }
    this.#decorateOver();
  }

  #decorateOver(): void {
    const { source, view, lines } = this.#parts;
    const { cursor, measure } = view.getState();
    const values = cursor === null ? [] : lines.map((line) => lineValue(source, line, cursor));
    this.#overlay.cursor(cursor, values, cursor === null ? "" : this.timeText(cursor));
    this.#overlay.measure(measure, (time) => this.timeText(time));
  }

  /** A time as the axis counts it. */
  timeText(time: number): string {
    const { format } = this.#parts;
    const { origin, from, to } = this.times();
    const decimals = to - from < 2 ? 3 : 2;
    return origin === null ? format.clock(time, decimals) : format.quantity(time - origin, "s", decimals);
  }

  #decorate(plot: uPlot): void {
    const { source, lines, limits, captions, format, words } = this.#parts;
    const { from, to } = this.times();
    const known: Record<string, string | undefined> = words.plots.events;
    const marks = source
      .marks()
      .filter((mark) => mark.time >= from && mark.time <= to && !isChore(mark.kind))
      .map((mark) => ({ time: mark.time, text: shortened(known[mark.kind] ?? said(mark.text, language())) }));
    drawMarks(plot, marks, this.#palette, captions);
    const drawn = limits.flatMap((limit): DrawnLimit[] => {
      const line = lines.find((one) => one.unit === limit.unit && !one.boolean);
      if (!line) return [];
      const value = limit.value * line.scale;
      const text = format.joined(format.compact(value, 4), line.shown);
      return [{ value, axis: axisKey(line), text: limit.text ?? words.plots.limit(text) }];
    });
    drawLimits(plot, drawn, this.#palette);
  }

  #resize(): void {
    const { holder } = this.#parts;
    const width = Math.max(60, holder.clientWidth);
    const height = Math.max(24, holder.clientHeight);
    if (width === this.#plot.width && height === this.#plot.height) return;
    this.#plot.setSize({ width, height });
    this.#refresh();
  }

  #refresh(): void {
    this.#stale = true;
    this.#redraw.hurry();
  }

  #tell(): void {
    const { source, view, lines, format, words, tell } = this.#parts;
    const { cursor } = view.getState();
    if (cursor === null) return;
    const values = lines.map((line) => `${line.label} ${spoken(lineValue(source, line, cursor), line, format, words)}`);
    tell(`${this.timeText(cursor)}: ${values.join(", ")}`);
  }

  /** What the chart shows, for readers. */
  summary(): string {
    const { source, lines, format, words } = this.#parts;
    const { from, to } = this.times();
    const parts = lines.map((line) => {
      const series = source.history(line.name, from, to);
      if (!series) return words.plots.noValues(line.label);
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let i = indexAt(series.times, from); i < series.times.length; i++) {
        const value = series.values[i] ?? Number.NaN;
        if (value < low) low = value;
        if (value > high) high = value;
      }
      if (low > high) return words.plots.noValues(line.label);
      const [least, most] = [low, high].map((value) => figure(value * line.scale, line, format, words));
      return words.plots.fromTo(line.label, least ?? "", most ?? "", unitText(line, format));
    });
    return [words.plots.span(format.duration(to - from)), ...parts].join(". ");
  }

  end(): void {
    for (const end of this.#ends) end();
    this.#plot.destroy();
  }
}
