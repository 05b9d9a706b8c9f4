import { Grid3x3, Plus } from "lucide-react";
import type { ExerciseCard, SweepEntry } from "@/gen/messages";
import { shareOf } from "@/model/sweeps/watching";
import { Link, navigate } from "@/shell/router";
import { Button, ErrorBox, Icon, Progress, Skeleton } from "@/ui";
import { said, useFormat, useLanguage, useWords } from "@/words";
import { NEW, shownAt } from "./paths";
import { RateText } from "./RateText";
import { StateChip } from "./StateChip";
import css from "./Sweeps.module.css";
import type { Polled } from "./usePolled";

/** What a sweep is for, and how to make the first one. */
function Teaching() {
  const w = useWords().sweeps;
  return (
    <div className={css.teaching} data-testid="sweeps-empty">
      <Icon of={Grid3x3} size={28} />
      <h2>{w.none}</h2>
      <ul>
        {w.teach.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Button variant="primary" icon={Plus} onClick={() => navigate(NEW)}>
        {w.newSweep}
      </Button>
    </div>
  );
}

function Row({ entry, title }: { entry: SweepEntry; title: string }) {
  const w = useWords().sweeps;
  const format = useFormat();
  const { success } = entry;
  return (
    <tr data-testid="sweep-row" data-name={entry.name}>
      <td>
        <Link href={shownAt(entry.name)} className={css.open}>
          {entry.name}
        </Link>
      </td>
      <td>{title}</td>
      <td className={css.varied} title={entry.vary.join("\n")}>
        {entry.vary.length ? entry.vary.join(", ") : <span className={css.quiet}>{w.nothingVaried}</span>}
      </td>
      <td>
        <StateChip state={entry.state} />
      </td>
      <td>
        <div className={css.bar}>
          <Progress label={w.of(success.runs, entry.runs)} share={shareOf(entry)} bare />
          <small className="num">{w.of(success.runs, entry.runs)}</small>
        </div>
      </td>
      <td>
        <RateText rate={success} />
      </td>
      <td className={css.quiet}>{format.ago(1000 * entry.changed)}</td>
    </tr>
  );
}

/** All sweeps of the project. */
export function SweepList({ sweeps, exercises }: { sweeps: Polled<SweepEntry[]>; exercises: readonly ExerciseCard[] }) {
  const w = useWords().sweeps;
  const language = useLanguage();
  const titleOf = (name: string) => said(exercises.find((one) => one.name === name)?.title, language) || name;
  const entries = sweeps.value;
  return (
    <div className={css.page}>
      <header className={css.head}>
        <div>
          <h1>{w.title}</h1>
          <p className={css.quiet}>{w.hint}</p>
        </div>
        <span className={css.push} />
        {entries && entries.length > 0 && (
          <Button variant="primary" icon={Plus} onClick={() => navigate(NEW)} data-testid="new-sweep">
            {w.newSweep}
          </Button>
        )}
      </header>
      {sweeps.error && <ErrorBox message={w.listFailed} detail={sweeps.error} onRetry={sweeps.refresh} />}
      {!entries && !sweeps.error && <Skeleton lines={5} height={20} />}
      {entries?.length === 0 && <Teaching />}
      {entries && entries.length > 0 && (
        <div className={css.card}>
          <table className={css.list} aria-label={w.title}>
            <thead>
              <tr>
                {[w.name, w.exercise, w.varied, w.state, w.progress, w.rate, w.changed].map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {entries.map((entry) => (
                <Row key={entry.name} entry={entry} title={titleOf(entry.exercise)} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
