import { Activity } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLive } from "@/link/live";
import type { Hub } from "@/model/hub";
import { classes, Icon, Popover, Tooltip } from "@/ui";
import { useFormat, useWords } from "@/words";
import css from "./Health.module.css";

/** Time between two looks [ms], and how many of them are drawn. */
const LOOK = 500;
const BARS = 18;

interface Look {
  period: number;
  p99: number;
  overruns: number;
}

/** Looks at the loop now and then while it runs. */
function useLooks(hub: Hub, running: boolean): readonly Look[] {
  const [looks, setLooks] = useState<readonly Look[]>([]);
  useEffect(() => {
    if (!running) return;
    const timer = window.setInterval(() => {
      const frame = hub.frame;
      if (!frame) return;
      const look = { period: frame.period, p99: frame.p99, overruns: frame.overruns };
      setLooks((before) => [...before.slice(1 - BARS), look]);
    }, LOOK);
    return () => window.clearInterval(timer);
  }, [hub, running]);
  return looks;
}

/** How the loop runs: period, late periods, link. Narrow windows get one pill with the rest behind it. */
export function Health({ hub, running }: { hub: Hub; running: boolean }) {
  const w = useWords();
  const format = useFormat();
  const dt = useLive((live) => live.described?.dt ?? 0.01);
  const latency = useLive((live) => Math.round(live.latency));
  const looks = useLooks(hub, running);
  const [open, setOpen] = useState(false);
  const pill = useRef<HTMLButtonElement>(null);
  const last = looks.at(-1);
  const speed = hub.frame?.speed || 1;
  const late = last && looks[0] ? Math.max(0, last.overruns - looks[0].overruns) : 0;
  const count = Math.max(1, Math.round((((looks.length - 1) * LOOK) / 1000 / dt) * speed));
  const period = last ? format.number(last.period * 1000, 2) : "–";
  const ms = format.unit("ms");
  const text = !last
    ? w.operate.health.idle
    : late > 0
      ? w.operate.health.late(String(late), String(count), format.duration(hub.frame?.worst ?? 0))
      : w.operate.health.fine(String(count));
  const full = Math.max((1.5 * dt) / speed, ...looks.map((look) => look.p99));
  const more = last ? ` ${w.operate.health.p99(format.quantity(last.p99 * 1000, "ms", 2))}` : "";
  const chart = (
    <svg width="74" height="26" aria-hidden="true" className={css.chart}>
      {looks.map((look, index) => {
        const slow = index > 0 && look.overruns > (looks[index - 1]?.overruns ?? 0);
        const height = Math.max(2, (24 * look.p99) / full);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
            key={index}
            x={index * 4.1}
            y={26 - height}
            width="2.6"
            height={height}
            rx="1"
            className={slow ? css.late : css.fine}
          />
        );
      })}
      <path d={`M0 ${(26 - (24 * dt) / speed / full).toFixed(1)}h74`} className={css.due} />
    </svg>
  );
  const figures = (
    <>
      <div>
        <span className="cap">{w.operate.health.period}</span>
        <span className={css.figure} data-testid="health-period">
          {period}
          <small>{ms}</small>
        </span>
      </div>
      {chart}
      <div>
        <span className="cap">{w.operate.health.overruns}</span>
        <span className={css.figure} data-testid="health-overruns">
          {last?.overruns ?? 0}
        </span>
      </div>
      <div>
        <span className="cap">{w.operate.health.link}</span>
        <span className={css.figure}>
          {latency}
          <small>{ms}</small>
        </span>
      </div>
    </>
  );
  return (
    <>
      <Tooltip text={text + more} side="top">
        <div
          className={css.wide}
          role="group"
          aria-label={`${w.operate.health.title}. ${text}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the words behind the figures can be read by keyboard too
          tabIndex={0}
          data-testid="health"
        >
          {figures}
        </div>
      </Tooltip>
      <button
        ref={pill}
        type="button"
        className={classes(css.pill, late > 0 && css.slow)}
        aria-label={`${w.operate.health.title}: ${period} ${ms}. ${text}`}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon of={Activity} size={13} />
        {period} {ms}
      </button>
      <Popover
        open={open}
        onClose={() => setOpen(false)}
        anchor={pill}
        label={w.operate.health.title}
        side="top"
        align="end"
      >
        <div className={css.box}>
          <div className={css.figures}>{figures}</div>
          <p>{text + more}</p>
        </div>
      </Popover>
    </>
  );
}
