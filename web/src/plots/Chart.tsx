import "uplot/dist/uPlot.min.css";
import { useEffect, useId, useRef } from "react";
import type { Line } from "@/model/plots/lines";
import type { SignalSource } from "@/model/plots/source";
import type { ViewStore } from "@/model/plots/view";
import { useTheme } from "@/shell/theme";
import { classes } from "@/ui";
import { useFormat, useWords } from "@/words";
import css from "./Chart.module.css";
import { type Room, roomFor } from "./options";
import { type Limit, Plot } from "./Plot";
import { write } from "./redraw";

/** Props of {@link Chart}. */
export interface ChartProps {
  /** What the chart is called, for readers. */
  label: string;
  source: SignalSource;
  /** What part of time is shown; charts that share it move together, cursors too. */
  view: ViewStore;
  lines: readonly Line[];
  limits?: readonly Limit[];
  /** Whether times stand below (default yes). */
  xAxis?: boolean;
  /** Whether the texts of moments are written (default yes). */
  captions?: boolean;
  /** Whether the units stand above the axes (default no). */
  units?: boolean;
  /** Axes to leave room for, so that charts one above the other line up. */
  room?: Room;
  className?: string;
}

const NONE: readonly Limit[] = [];

/** Signals over time. Fills its parent; drag zooms, Shift and drag moves, double-click goes back. */
export function Chart(props: ChartProps) {
  const { label, source, view, lines, limits = NONE, xAxis = true, captions = true, units = false, className } = props;
  const words = useWords();
  const format = useFormat();
  const theme = useTheme((state) => state.shown);
  const holder = useRef<HTMLDivElement>(null);
  const told = useRef<HTMLSpanElement>(null);
  const summary = useRef<HTMLSpanElement>(null);
  const plot = useRef<Plot | null>(null);
  const id = useId();
  const { left, right } = props.room ?? roomFor(lines);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme decides the colours that are read
  useEffect(() => {
    if (!holder.current) return;
    const tell = (text: string) => write(told.current, text);
    const made = new Plot({
      ...{ holder: holder.current, source, view, lines, limits, xAxis, captions, units, format, words, tell },
      room: { left, right },
    });
    plot.current = made;
    return () => {
      plot.current = null;
      made.end();
    };
  }, [source, view, lines, limits, xAxis, captions, units, left, right, format, words, theme]);

  return (
    <div className={classes(css.chart, className)} data-testid="chart">
      <div
        ref={holder}
        role="group"
        aria-roledescription={words.plots.chart}
        aria-label={label}
        aria-describedby={id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows move the cursor
        tabIndex={0}
        className={css.holder}
        onFocus={() => write(summary.current, plot.current?.summary() ?? "")}
      />
      <span id={id} ref={summary} className="only-read" />
      <span ref={told} className="only-read" aria-live="polite" />
    </div>
  );
}
