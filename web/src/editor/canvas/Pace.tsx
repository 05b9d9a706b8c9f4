import { Timer } from "lucide-react";
import { hub, useLive } from "@/link/live";
import { classes, Icon, Tooltip } from "@/ui";
import { useFormat, useWords } from "@/words";
import { useEditor } from "../context";
import { useTicker } from "../problems/useTicker";
import { useRunState } from "../running";
import css from "./Canvas.module.css";

const LOOK = 500;

/** The period of the running scheme as it is meant and as it is kept; the whole scheme has one. */
export function Pace() {
  const t = useWords().design.tools;
  const format = useFormat();
  const { name } = useEditor();
  const run = useRunState(name);
  const dt = useLive((live) => live.described?.dt ?? 0);
  const running = run === "running" && dt > 0;
  useTicker(LOOK, running);
  const status = hub.status;
  if (!running || !status) return null;
  const ms = (seconds: number, decimals: number) => format.quantity(seconds * 1000, "ms", decimals);
  const measured = status.period > 0;
  const tip = [
    measured && t.paced(ms(status.period, 2), ms(status.p99, 2)),
    status.overruns > 0 && t.lateTip(status.overruns),
  ].filter(Boolean);
  return (
    <Tooltip text={tip.join(" ") || t.pace(ms(dt, 1))} side="top">
      <div
        className={classes(css.pace, css.glass, status.overruns > 0 && css.late)}
        role="group"
        aria-label={`${t.pace(ms(dt, 1))}. ${tip.join(" ")}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the words behind the figures can be read by keyboard too
        tabIndex={0}
        data-testid="pace"
      >
        <Icon of={Timer} size={14} />
        <span>{t.pace(format.joined(format.compact(dt * 1000), "ms"))}</span>
        {measured && <span className="num">{ms(status.period, 2)}</span>}
        {status.overruns > 0 && <span>{t.late(status.overruns)}</span>}
      </div>
    </Tooltip>
  );
}
