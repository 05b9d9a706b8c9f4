import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight, CircleCheck, CircleX, Eye } from "lucide-react";
import { useCallback, useEffect } from "react";
import type { SweepRun, SweepRuns } from "@/gen/messages";
import { api } from "@/link/http";
import { ALL, PAGE, paged, queryOf, sortedBy, type Wanted } from "@/model/sweeps/runs";
import { Button, classes, EmptyState, ErrorBox, Icon, IconButton, Segmented, Skeleton } from "@/ui";
import { useFormat, useLanguage, useWords } from "@/words";
import { sweepPath } from "./paths";
import { RecordDialog, useRecord } from "./RecordDialog";
import css from "./Sweeps.module.css";
import { useOfRows } from "./useOfRows";

interface TableProps {
  name: string;
  done: number;
  vary: readonly string[];
  wanted: Wanted;
  onChange: (wanted: Wanted) => void;
}

/** The runs: sorted, filtered, page by page; each can be shown in Review. */
export function RunTable({ name, done, vary, wanted, onChange }: TableProps) {
  const w = useWords().sweeps;
  const language = useLanguage();
  const query = queryOf(wanted);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language has another answer
  const ask = useCallback(() => api.get<SweepRuns>(`${sweepPath(name)}/runs?${query}`), [name, query, language]);
  const { value, error, refresh } = useOfRows(ask, done);
  const record = useRecord(name);
  const total = value?.total ?? 0;
  // a filter may leave less than there was
  useEffect(() => {
    if (value && value.offset > 0 && value.runs.length === 0) onChange(paged(wanted, 0, value.total));
  }, [value, wanted, onChange]);
  if (!done) return <EmptyState text={w.noRuns} />;
  const outcomes = (["all", "success", "failed"] as const).map((outcome) => ({
    value: outcome,
    label: w.outcomes[outcome],
  }));
  const columns = [
    { name: "success", title: w.outcome },
    { name: "seed", title: w.seed, number: true },
    ...vary.map((column) => ({ name: column, title: column, number: true })),
    { name: "time", title: w.time, number: true },
    { name: "points", title: w.points, number: true },
    { name: "cause", title: w.cause },
  ];
  return (
    <section className={css.card} aria-label={w.table}>
      <div className={css.cardHead}>
        <h2>{w.table}</h2>
        <Segmented
          label={w.outcome}
          value={wanted.outcome}
          options={outcomes}
          onChange={(outcome) =>
            onChange({ ...wanted, outcome, cause: outcome === "success" ? "" : wanted.cause, offset: 0 })
          }
        />
        {wanted.cause && (
          <Button size="s" onClick={() => onChange({ ...wanted, cause: "", offset: 0 })}>
            {w.clearCause(wanted.cause)}
          </Button>
        )}
        <span className={css.push} />
        <Pager value={value} onPage={(pages) => onChange(paged(wanted, pages, total))} />
      </div>
      {error && <ErrorBox message={w.runsFailed} detail={error} onRetry={refresh} />}
      {!value && !error && <Skeleton lines={5} />}
      {value?.total === 0 && (
        <EmptyState text={w.noneFit} action={<Button onClick={() => onChange(ALL)}>{w.clearFilter}</Button>} />
      )}
      {value && value.total > 0 && (
        <div className={css.scroll}>
          <table className={css.runs} aria-label={w.table} data-testid="sweep-runs-table">
            <thead>
              <tr>
                {columns.map((column) => (
                  <Head key={column.name} {...column} wanted={wanted} onChange={onChange} />
                ))}
                <th scope="col">
                  <span className="only-read">{w.review}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {value.runs.map((run) => (
                <Row key={run.key} run={run} vary={vary} onReview={() => record.show(run)} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <RecordDialog record={record} />
    </section>
  );
}

interface HeadProps extends Pick<TableProps, "wanted" | "onChange"> {
  name: string;
  title: string;
  number?: boolean;
}

function Head({ name, title, number, wanted, onChange }: HeadProps) {
  const w = useWords().sweeps;
  const sorted = wanted.sort === name;
  return (
    <th
      scope="col"
      className={number ? css.number : undefined}
      aria-sort={sorted ? (wanted.descending ? "descending" : "ascending") : undefined}
    >
      <button
        type="button"
        className={css.sort}
        title={w.sortBy(title)}
        onClick={() => onChange(sortedBy(wanted, name))}
      >
        {title}
        {sorted && <Icon of={wanted.descending ? ArrowDown : ArrowUp} size={12} />}
      </button>
    </th>
  );
}

function Row({ run, vary, onReview }: { run: SweepRun; vary: readonly string[]; onReview: () => void }) {
  const w = useWords().sweeps;
  const format = useFormat();
  const shown = (value: unknown) =>
    typeof value === "number" ? format.compact(value) : (JSON.stringify(value) ?? "–");
  return (
    <tr data-testid="sweep-run" data-success={run.success} data-key={run.key}>
      <td className={run.success ? css.good : css.bad}>
        <Icon of={run.success ? CircleCheck : CircleX} size={14} /> {run.success ? w.succeeded : w.notDone}
      </td>
      <td className={classes("num", css.number)}>{run.seed}</td>
      {vary.map((name) => (
        <td key={name} className={classes("num", css.number)}>
          {shown(run.values[name])}
        </td>
      ))}
      <td className={classes("num", css.number)}>{format.quantity(run.time, "s", 1)}</td>
      <td className={classes("num", css.number)}>{format.points(run.points)}</td>
      <td className={css.causeCell} title={run.cause}>
        {run.cause}
      </td>
      <td className={css.action}>
        <Button size="s" icon={Eye} aria-label={w.reviewRun(run.seed)} onClick={onReview} data-testid="review-run">
          {w.review}
        </Button>
      </td>
    </tr>
  );
}

function Pager({ value, onPage }: { value: SweepRuns | undefined; onPage: (pages: number) => void }) {
  const w = useWords().sweeps;
  if (!value || value.total <= PAGE) return value ? <small className={css.quiet}>{w.runs(value.total)}</small> : null;
  const last = value.offset + value.runs.length;
  return (
    <div className={css.pager}>
      <small className="num">{w.page(value.offset + 1, last, value.total)}</small>
      <IconButton
        icon={ChevronLeft}
        label={w.previous}
        reason={value.offset === 0 ? w.firstPage : undefined}
        onClick={() => onPage(-1)}
      />
      <IconButton
        icon={ChevronRight}
        label={w.next}
        reason={last >= value.total ? w.lastPage : undefined}
        onClick={() => onPage(1)}
      />
    </div>
  );
}
