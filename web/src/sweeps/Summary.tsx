import { useCallback, useState } from "react";
import type { SweepSummary } from "@/gen/messages";
import { api } from "@/link/http";
import { EmptyState, ErrorBox, Segmented, Skeleton } from "@/ui";
import { useFormat, useLanguage, useWords } from "@/words";
import { Picture } from "./Picture";
import { sweepPath } from "./paths";
import css from "./Sweeps.module.css";
import { useOfRows } from "./useOfRows";

interface SummaryProps {
  name: string;
  done: number;
  onCause: (cause: string) => void;
}

/** What all runs say: rate, medians, causes, influence and pictures. */
export function Summary({ name, done, onCause }: SummaryProps) {
  const w = useWords().sweeps;
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language has another answer
  const ask = useCallback(() => api.get<SweepSummary>(`${sweepPath(name)}/summary`), [name, language]);
  const { value, error, refresh } = useOfRows(ask, done);
  if (error && !value) return <ErrorBox message={w.summaryFailed} detail={error} onRetry={refresh} />;
  if (!value) return <Skeleton lines={4} />;
  if (!value.success.runs) {
    return (
      <div className={css.card}>
        <EmptyState text={w.noRuns} />
      </div>
    );
  }
  return (
    <div className={css.summary} data-testid="sweep-summary">
      <div className={css.stack}>
        <Rates summary={value} />
        {value.failures.length > 0 && <Causes summary={value} onCause={onCause} />}
        {value.influence.length > 0 && <Influence summary={value} />}
      </div>
      <Pictures name={name} summary={value} />
    </div>
  );
}

/** The pictures, one at a time. */
function Pictures({ name, summary }: { name: string; summary: SweepSummary }) {
  const w = useWords().sweeps;
  const [chosen, setChosen] = useState("overview");
  const { pictures, version } = summary;
  const picture = pictures.includes(chosen) ? chosen : (pictures[0] ?? "");
  return (
    <section className={css.card} aria-label={w.pictures}>
      <Segmented
        label={w.pictures}
        value={picture}
        options={pictures.map((value) => ({ value, label: w.pictureNames[value] ?? value }))}
        onChange={setChosen}
        className={css.chooser}
      />
      {picture && <Picture key={picture} sweep={name} picture={picture} version={version} />}
    </section>
  );
}

function Rates({ summary }: { summary: SweepSummary }) {
  const w = useWords().sweeps;
  const format = useFormat();
  const { success } = summary;
  return (
    <section className={css.card} aria-label={w.summary}>
      <h2>{w.rate}</h2>
      <p className={css.rateLine} title={w.confidence}>
        <b className={css.big} data-testid="sweep-rate">
          {format.percent(success.hits / success.runs)}
        </b>
        <span className={css.quiet}>
          {w.interval(format.number(100 * success.low, 0), format.percent(success.high))}
          <br />
          {w.confidence}
        </span>
      </p>
      {summary.none_failed !== null && (
        <p className={css.quiet}>{w.noneFailed(format.percent(summary.none_failed, 1))}</p>
      )}
      {summary.figures.length > 0 && (
        <table className={css.small}>
          <caption>{w.medians}</caption>
          <thead>
            <tr>
              <th scope="col">{w.figure}</th>
              <th scope="col">{w.median}</th>
              <th scope="col">{w.ninetyFive}</th>
            </tr>
          </thead>
          <tbody>
            {summary.figures.map((one) => (
              <tr key={one.name}>
                <th scope="row">{w.figures[one.name] ?? one.name}</th>
                <td className="num">{format.compact(one.median, 3)}</td>
                <td className="num">{w.interval(format.compact(one.low, 3), format.compact(one.high, 3))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Causes({ summary, onCause }: { summary: SweepSummary } & Pick<SummaryProps, "onCause">) {
  const w = useWords().sweeps;
  const most = Math.max(...summary.failures.map((one) => one.count));
  return (
    <section className={css.card} aria-label={w.causes}>
      <h2>{w.causes}</h2>
      <ul className={css.causes}>
        {summary.failures.map((one) => (
          <li key={one.cause}>
            <button
              type="button"
              className={css.causeRow}
              aria-label={w.causeRuns(one.text)}
              title={one.text}
              onClick={() => onCause(one.cause)}
              data-testid="sweep-cause"
            >
              <span className={css.causeText}>{one.text}</span>
              <b className="num">{one.count}</b>
              <span className={css.causeBar} style={{ width: `${(100 * one.count) / most}%` }} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Influence({ summary }: { summary: SweepSummary }) {
  const w = useWords().sweeps;
  const format = useFormat();
  return (
    <section className={css.card} aria-label={w.influence}>
      <h2>{w.influence}</h2>
      <table className={css.small}>
        <thead>
          <tr>
            <th scope="col">{w.varied}</th>
            <th scope="col">{w.ofSuccess}</th>
            <th scope="col">{w.ofPoints}</th>
          </tr>
        </thead>
        <tbody>
          {summary.influence.map((one) => (
            <tr key={one.name}>
              <th scope="row">{one.unit ? `${one.name} [${one.unit}]` : one.name}</th>
              <td className="num">{format.percent(one.success)}</td>
              <td className="num">{format.percent(one.points)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={css.quiet}>{w.influenceHint}</p>
    </section>
  );
}
