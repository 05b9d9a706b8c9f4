/** Elements that show something: lamps, gauges, indicators. */

import { useMemo, useRef, useState } from "react";
import type { Gauge as GaugeElement, Indicator as IndicatorElement, Lamp as LampElement } from "@/gen/documents";
import { hub, useLive } from "@/link/live";
import { shownSignal } from "@/model/panel/elements";
import { arc, damped, Peak, scaleShare, zoneOf, zonesOf } from "@/model/panel/gauge";
import { toShown } from "@/model/quantity";
import { classes, Lamp } from "@/ui";
import { type Said, said, useFormat, useLanguage, useWords } from "@/words";
import { useLabel } from "./controls";
import css from "./displays.module.css";
import { needlePace, put, toRead, useTicker, write } from "./ticker";

interface Props<T> {
  name: string;
  element: T;
}

/** A signal's newest value in the unit it is shown in; undefined while nothing is known. */
function reading(signal: string, unit: string | undefined): number | undefined {
  const value = hub.value(signal);
  if (value === undefined || Number.isNaN(value)) return undefined;
  const own = hub.directory.entries(signal)[0]?.channel.unit ?? "1";
  return unit && unit !== own ? toShown(value, own, unit) : value;
}

/** Lit while its signal is on. It blinks until it is acknowledged by a press. */
export function PanelLamp(props: Props<LampElement>) {
  const { name, element } = props;
  const w = useWords();
  const label = useLabel(props);
  const [lit, setLit] = useState(false);
  const [seen, setSeen] = useState(true);
  const signal = shownSignal(name, element);
  useTicker(() => {
    const value = hub.value(signal);
    const now = value !== undefined && value > (element.above ?? 0.5);
    if (now === lit) return;
    setLit(now);
    setSeen(!now || (element.colour ?? "yes") === "yes");
  });
  const state = lit ? (element.colour ?? "yes") : "off";
  return (
    <button
      type="button"
      className={classes(css.lamp, lit && css.lit)}
      data-testid={`lamp-${name}`}
      data-state={state}
      aria-description={lit && !seen ? w.operate.acknowledge : undefined}
      onClick={() => setSeen(true)}
    >
      <Lamp state={state} label={label} blink={lit && !seen} />
    </button>
  );
}

/** Where the dial has its steps [degrees]. */
const STEPS = [0, 18, 36, 54, 72, 90, 108, 126, 144, 162, 180];

/** A number on a half dial or a bar, always with its figure; the peak of two seconds stays marked. */
export function PanelGauge(props: Props<GaugeElement>) {
  const { name, element } = props;
  const format = useFormat();
  const label = useLabel(props);
  const signal = shownSignal(name, element);
  const needle = useRef<SVGPathElement>(null);
  const tick = useRef<SVGPathElement>(null);
  const fill = useRef<HTMLElement>(null);
  const top = useRef<HTMLElement>(null);
  const figure = useRef<HTMLSpanElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef(Number.NaN);
  const peak = useRef(new Peak());
  const task = useLive((live) => live.account?.gauges[name]);
  const zones = useMemo(() => zonesOf(element, task), [element, task]);
  const { range } = zones;
  const [low, high] = range;
  const digits = element.digits ?? 2;
  const unit = element.unit ?? hub.directory.entries(signal)[0]?.channel.unit ?? "1";
  useTicker((now, elapsed) => {
    const value = reading(signal, element.unit);
    if (value === undefined) return;
    shown.current = damped(shown.current, value, elapsed);
    const share = scaleShare(shown.current, range);
    const highest = scaleShare(peak.current.take(value, now), range);
    put(needle.current, "transform", `rotate(${(180 * share).toFixed(1)} 50 54)`);
    put(tick.current, "transform", `rotate(${(180 * highest).toFixed(1)} 50 54)`);
    if (fill.current) fill.current.style.width = `${(100 * share).toFixed(1)}%`;
    if (top.current) top.current.style.left = `${(100 * highest).toFixed(1)}%`;
    write(figure.current, format.number(value, digits));
    put(box.current, "aria-valuenow", value.toFixed(digits));
    const state = zoneOf(value, zones);
    put(box.current, "data-end", String(state === "end"));
    put(box.current, "data-near", String(state === "near"));
  }, needlePace);
  const parts = [
    ...(zones.working ? [{ css: css.working, zone: zones.working }] : []),
    ...zones.near.map((zone) => ({ css: css.near, zone })),
    ...zones.end.map((zone) => ({ css: css.end, zone })),
  ].map(({ css, zone }) => ({ css, from: scaleShare(zone[0], range), to: scaleShare(zone[1], range) }));
  const bar = element.style === "bar";
  const figures = (
    <div className={css.caption}>
      <span className={css.label}>{label}</span>
      <span className={css.figure}>
        <span ref={figure}>–</span>
        <span className={css.unit}>{format.unit(unit)}</span>
      </span>
    </div>
  );
  return (
    <div
      ref={box}
      title={`${label}: ${format.compact(low)} … ${format.quantity(high, unit, 0)}`}
      className={classes(css.gauge, bar && css.bar)}
      role="meter"
      aria-label={label}
      aria-valuemin={low}
      aria-valuemax={high}
      aria-valuenow={low}
      data-testid={`gauge-${name}`}
      data-working={zones.working?.join(" ")}
      data-limits={zones.end.map((zone) => zone.join(" ")).join(", ")}
    >
      {bar ? (
        <>
          {figures}
          <div className={css.track}>
            {parts.map((part) => (
              <i
                key={`${part.css} ${part.from}`}
                className={part.css}
                style={{ left: `${100 * part.from}%`, width: `${100 * (part.to - part.from)}%` }}
              />
            ))}
            <i ref={fill} className={css.fill} />
            <i ref={top} className={css.top} />
          </div>
        </>
      ) : (
        <>
          <svg viewBox="0 4 100 62" aria-hidden="true" className={css.dial}>
            <path d={arc(0, 1)} className={css.scale} />
            {parts.map((part) => (
              <path key={`${part.css} ${part.from}`} d={arc(part.from, part.to)} className={part.css} />
            ))}
            {STEPS.map((turn) => (
              <path key={turn} d="M5 54h4" transform={`rotate(${turn} 50 54)`} className={css.step} />
            ))}
            <path ref={tick} d="M4 54h11" className={css.peak} />
            <path ref={needle} d="M50 54H20" className={css.needle} />
            <circle cx="50" cy="54" r="4" className={css.hub} />
            <text x="10" y="64" className={css.number}>
              {format.compact(low)}
            </text>
            <text x="90" y="64" className={css.number}>
              {format.compact(high)}
            </text>
          </svg>
          {figures}
        </>
      )}
    </div>
  );
}

/** A number in figures, or words in its place. */
export function PanelIndicator(props: Props<IndicatorElement>) {
  const { name, element } = props;
  const language = useLanguage();
  const format = useFormat();
  const label = useLabel(props);
  const signal = shownSignal(name, element);
  const figure = useRef<HTMLSpanElement>(null);
  const unit = element.unit ?? hub.directory.entries(signal)[0]?.channel.unit ?? "1";
  useTicker(() => {
    const value = reading(signal, element.unit);
    if (value === undefined) return write(figure.current, "–");
    const word = element.words?.[Math.round(value)];
    write(
      figure.current,
      word === undefined ? format.number(value, element.digits ?? 2) : said(word as Said, language),
    );
  }, toRead);
  return (
    <div className={css.indicator} data-testid={`indicator-${name}`}>
      <span className={css.label}>{label}</span>
      <span className={css.figure}>
        <span ref={figure}>–</span>
        {!element.words && <span className={css.unit}>{format.unit(unit)}</span>}
      </span>
    </div>
  );
}
