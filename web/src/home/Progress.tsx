import type { AttemptPoint } from "@/gen/messages";
import { Link, pathOf } from "@/shell/router";
import { useFormat, useWords } from "@/words";
import css from "./Home.module.css";

const WIDTH = 72;
const HEIGHT = 18;
const SHOWN = 12;

/** Points of the latest attempts as a small line. */
export function Sparkline({ progress }: { progress: readonly AttemptPoint[] }) {
  const w = useWords();
  const format = useFormat();
  const last = progress.slice(-SHOWN);
  if (last.length < 2) return null;
  const x = (at: number) => 2 + (at * (WIDTH - 4)) / (last.length - 1);
  const y = (points: number) => 2 + (1 - points / 100) * (HEIGHT - 4);
  const told = w.home.progressOf(last.map((one) => format.points(one.points)).join(", "));
  const end = last[last.length - 1];
  return (
    <svg width={WIDTH} height={HEIGHT} role="img" aria-label={told} className={css.spark} data-testid="sparkline">
      <title>{told}</title>
      <polyline points={last.map((one, at) => `${x(at)},${y(one.points)}`).join(" ")} />
      {end && <circle cx={x(last.length - 1)} cy={y(end.points)} r="2" />}
    </svg>
  );
}

/** Progress over time: points of every attempt, as bars that lead to their records. */
export function ProgressChart({ progress }: { progress: readonly AttemptPoint[] }) {
  const w = useWords();
  const format = useFormat();
  if (progress.length === 0) return <p className={css.quiet}>{w.home.noProgress}</p>;
  return (
    <ol className={css.progress} data-testid="progress">
      {progress.map((one) => {
        const told = w.home.attemptOf(format.moment(one.started * 1000), format.points(one.points), one.success);
        return (
          <li key={one.record}>
            <Link href={pathOf("review", one.record)} aria-label={told} title={told}>
              <i data-done={one.success} style={{ height: `${Math.max(2, one.points)}%` }} />
              <span>{format.points(one.points)}</span>
            </Link>
          </li>
        );
      })}
    </ol>
  );
}
