import { useFormat, useWords } from "@/words";
import css from "./Procedure.module.css";

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [390, 170, 26, 20];

/** A round step of an axis. */
function stepOf(most: number): number {
  const rough = Math.max(most, 1e-9) / 4;
  const decade = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5, 10].find((part) => part * decade >= rough) ?? 10) * decade;
}

/** Force of the rehearsal in time, measured and wanted. */
export function ForcePlot({ trace }: { trace: Readonly<Record<string, readonly number[]>> }) {
  const w = useWords().procedure;
  const format = useFormat();
  const { time = [], force = [], wanted = [] } = trace;
  const [start, end] = [time[0] ?? 0, time.at(-1) ?? 0];
  if (time.length < 2 || end <= start) return null;
  const most = Math.max(...force, ...wanted, 1) * 1.08;
  const x = (t: number) => LEFT + ((t - start) / (end - start)) * (WIDTH - LEFT - 6);
  const y = (f: number) => 6 + (1 - f / most) * (HEIGHT - BOTTOM - 6);
  const line = (values: readonly number[]) =>
    values.map((f, i) => `${x(time[i] ?? 0).toFixed(1)},${y(f).toFixed(1)}`).join(" ");
  const rows = Array.from({ length: Math.floor(most / stepOf(most)) + 1 }, (_, k) => k * stepOf(most));
  const every = stepOf(end - start);
  const columns = Array.from({ length: Math.floor((end - start) / every) + 1 }, (_, k) => k * every);
  return (
    <figure className={css.plot}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={w.plot} data-testid="force-plot">
        {rows.map((f) => (
          <g key={f}>
            <path d={`M${LEFT} ${y(f)}H${WIDTH - 6}`} className={css.grid} />
            <text x={LEFT - 5} y={y(f) + 4} textAnchor="end">
              {format.compact(f, 3)}
            </text>
          </g>
        ))}
        {columns.map((t) => (
          <text key={t} x={x(start + t)} y={HEIGHT - 5} textAnchor="middle">
            {format.compact(t, 3)}
          </text>
        ))}
        <polyline points={line(wanted)} className={css.wanted} />
        <polyline points={line(force)} className={css.measured} />
      </svg>
      <figcaption>
        <span className={css.measuredKey}>{w.measuredForce}</span>{" "}
        <span className={css.wantedKey}>{w.wantedForce}</span> · {format.unit("N")}, {format.unit("s")}
      </figcaption>
    </figure>
  );
}
