import { useEffect, useReducer, useRef } from "react";
import { decimalsFor, shortName, unitOf } from "@/model/plots/lines";
import { valueAt } from "@/model/plots/source";
import { shownUnit } from "@/model/quantity";
import type { Alignment } from "@/model/review/align";
import type { Player } from "@/model/review/player";
import { useTheme } from "@/shell/theme";
import { useFormat, useWords } from "@/words";
import { drawChart } from "./drawChart";
import type { Letter } from "./Key";
import type { Attempt } from "./loaded";
import css from "./SignalChart.module.css";
import { useSize } from "./useSize";

export interface SignalChartProps {
  a: Attempt;
  b: Attempt | null;
  /** Name of a number, such as 'sensor.angles[elbow]'. */
  signal: string;
  alignment: Alignment;
  player: Player;
  length: number;
}

/** One signal of both attempts under the timeline. */
export function SignalChart({ a, b, signal, alignment, player, length }: SignalChartProps) {
  const w = useWords().review;
  const format = useFormat();
  const theme = useTheme((state) => state.shown);
  const holder = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const values = useRef<Record<Letter, HTMLSpanElement | null>>({ a: null, b: null });
  const { width, height } = useSize(holder);
  const [arrived, tell] = useReducer((count: number) => count + 1, 0);
  const entry = a.source.entries(signal)[0] ?? b?.source.entries(signal)[0];
  const unit = entry ? unitOf(entry) : "1";
  const { shown, scale } = shownUnit(unit);

  useEffect(() => {
    const sources = b ? [a.source, b.source] : [a.source];
    const ends = sources.map((source) => source.subscribe(tell));
    for (const source of sources) source.want("review", signal ? [signal] : []);
    return () => {
      for (const end of ends) end();
    };
  }, [a.source, b?.source, b, signal]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new values and another theme are drawn anew
  useEffect(() => {
    if (!canvas.current || width === 0) return;
    const all = (attempt: Attempt | null) => attempt?.source.history(signal, 0, Number.POSITIVE_INFINITY) ?? null;
    drawChart(canvas.current, {
      ...{ width, height, length, scale, format, decimals: decimalsFor(shown) },
      lines: [
        { series: all(b), token: "--try-b", timeOf: alignment.fromB },
        { series: all(a), token: "--try-a", timeOf: (time) => time },
      ],
    });
  }, [a, b, signal, alignment, width, height, length, scale, shown, format, theme, arrived]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: values that have come are written
  useEffect(() => {
    const write = () => {
      const at: Record<Letter, [Attempt | null, number]> = {
        a: [a, player.time],
        b: [b, alignment.toB(player.time)],
      };
      for (const letter of ["a", "b"] as const) {
        const element = values.current[letter];
        const [attempt, time] = at[letter];
        if (!element || !attempt) continue;
        const series = attempt.source.history(signal, time - 0.1, time + 0.1);
        const value = valueAt(series, time, 0.2);
        element.textContent = Number.isFinite(value) ? format.number(scale * value, decimalsFor(shown)) : "–";
      }
    };
    write();
    return player.onMove(write);
  }, [a, b, signal, alignment, player, scale, shown, format, arrived]);

  const named = [shortName(signal), format.unit(shown)].filter(Boolean).join(", ");
  return (
    <div className={css.chart} data-testid="review-chart" data-signal={signal}>
      <p className={css.label}>
        <span className={css.name} title={signal}>
          {signal ? named : w.noSignal}
        </span>
        {(b ? (["a", "b"] as const) : (["a"] as const)).map((letter) => (
          <span
            key={letter}
            className={css[letter]}
            ref={(element) => {
              values.current[letter] = element;
            }}
          />
        ))}
      </p>
      <div ref={holder} className={css.holder}>
        <canvas ref={canvas} className={css.canvas} role="img" aria-label={named} />
      </div>
      {(a.source.fault() || b?.source.fault()) && (
        <p className={css.fault} role="alert">
          {a.source.fault() || b?.source.fault()}
        </p>
      )}
    </div>
  );
}
