import { useEffect, useRef } from "react";
import { type Line, leastOf } from "@/model/plots/lines";
import type { SignalSource } from "@/model/plots/source";
import { shownTimes, type ViewStore } from "@/model/plots/view";
import { pairOf } from "@/model/plots/xy";
import { useTheme } from "@/shell/theme";
import { classes } from "@/ui";
import { useFormat, useWords } from "@/words";
import css from "./Chart.module.css";
import { lineValue, spoken } from "./figures";
import { readPalette } from "./palette";
import { Redraw } from "./redraw";
import { drawXy, type XyRanges } from "./xy";

/** Props of {@link XyChart}. */
export interface XyChartProps {
  source: SignalSource;
  view: ViewStore;
  x: Line;
  y: Line;
  /** A unit is as long upwards as sideways. */
  equal: boolean;
  className?: string;
}

/** Two signals against each other, with the trail of the time that is shown. Fills its parent. */
export function XyChart({ source, view, x, y, equal, className }: XyChartProps) {
  const words = useWords();
  const format = useFormat();
  const theme = useTheme((state) => state.shown);
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLSpanElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme decides the colours that are read
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext("2d");
    if (!element || !context) return;
    const palette = readPalette();
    let ranges: XyRanges = { x: null, y: null };
    const axis = (line: Line) => [line.label, format.unit(line.shown)].filter(Boolean).join(", ");
    const draw = () => {
      const state = view.getState();
      const [from, to] = shownTimes(state, source.now());
      const trail = pairOf(source.history(x.name, from, to), source.history(y.name, from, to));
      const width = element.clientWidth;
      const height = element.clientHeight;
      const ratio = devicePixelRatio;
      if (element.width !== Math.round(width * ratio) || element.height !== Math.round(height * ratio)) {
        element.width = Math.round(width * ratio);
        element.height = Math.round(height * ratio);
      }
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      ranges = drawXy(context, {
        ...{ trail, width, height, equal, palette, format, ranges, from, to },
        scale: [x.scale, y.scale],
        least: [leastOf(x.shown), leastOf(y.shown)],
        colour: palette.colour(y.colour === "accent" || y.colour === x.colour ? "q-force" : y.colour),
        titles: [axis(x), axis(y)],
        at: state.cursor,
      });
    };
    const redraw = new Redraw(draw);
    redraw.least = 33;
    const watcher = new ResizeObserver(() => redraw.hurry());
    watcher.observe(element);
    const ends = [
      source.subscribe(() => redraw.ask()),
      view.subscribe(() => redraw.hurry()),
      () => watcher.disconnect(),
      () => redraw.end(),
    ];
    redraw.ask();
    void document.fonts.ready.then(() => redraw.ask());
    return () => {
      for (const end of ends) end();
    };
  }, [source, view, x, y, equal, format, theme]);

  return (
    <div className={classes(css.chart, className)} data-testid="xy-chart">
      <canvas
        ref={canvas}
        role="img"
        aria-label={words.plots.xySummary(x.label, y.label)}
        className={css.canvas}
        tabIndex={0}
        onFocus={() => {
          const said = [x, y].map(
            (line) => `${line.label} ${spoken(lineValue(source, line, null), line, format, words)}`,
          );
          if (text.current) text.current.textContent = said.join(", ");
        }}
      />
      <span ref={text} className="only-read" aria-live="polite" />
    </div>
  );
}
