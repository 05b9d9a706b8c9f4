import { Info, ListFilter } from "lucide-react";
import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import type { RecordEntry } from "@/gen/messages";
import { byDay, exercisesOf, fitting, type Wanted } from "@/model/review/list";
import {
  Button,
  EmptyState,
  ErrorBox,
  Icon,
  IconButton,
  Popover,
  SearchField,
  Segmented,
  Select,
  Skeleton,
} from "@/ui";
import { said, useFormat, useLanguage, useWords } from "@/words";
import type { Letter } from "./Key";
import css from "./RecordList.module.css";
import { RecordRow } from "./RecordRow";
import type { Records } from "./records";

const ALL: Wanted = { text: "", exercise: "", outcome: "all" };

export interface RecordListProps {
  records: Records;
  titleOf: (entry: RecordEntry) => string;
  asOf: (name: string) => Letter | null;
  onOpen: (name: string) => void;
  onTick: (name: string) => void;
  onRemove: (entry: RecordEntry) => void;
}

/** Records by day, with search and filter. */
export function RecordList({ records, titleOf, asOf, onOpen, onTick, onRemove }: RecordListProps) {
  const w = useWords().review;
  const format = useFormat();
  const language = useLanguage();
  const [wanted, setWanted] = useState(ALL);
  const { entries } = records;
  const groups = useMemo(
    () => byDay(fitting(entries ?? [], wanted, language), Date.now()),
    [entries, wanted, language],
  );
  const dayTitle = (group: (typeof groups)[number]) =>
    group.day === "date" ? format.day(group.date) : group.day === "today" ? w.today : w.yesterday;

  /** Arrows walk the rows, in the column where the focus is. */
  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const here = document.activeElement?.getAttribute("data-testid");
    if (!step || (here !== "record-open" && here !== "record-tick")) return;
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>(`[data-testid=${here}]`)];
    event.preventDefault();
    all[all.indexOf(document.activeElement as HTMLElement) + step]?.focus();
  };

  return (
    <section className={css.list} aria-label={w.records}>
      <header className={css.head}>
        <SearchField
          label={w.find}
          value={wanted.text}
          onChange={(text) => setWanted({ ...wanted, text })}
          className={css.search}
        />
        <FilterButton entries={entries ?? []} wanted={wanted} onChange={setWanted} />
      </header>
      <div className={css.rows} role="none" onKeyDown={walk} data-testid="records">
        {records.error && <ErrorBox message={w.listFailed} detail={records.error} onRetry={records.refresh} />}
        {!entries && !records.error && <Skeleton lines={6} />}
        {entries && entries.length > 0 && groups.length === 0 && (
          <EmptyState text={w.noneFit} action={<Button onClick={() => setWanted(ALL)}>{w.clearFilter}</Button>} />
        )}
        {groups.map((group) => (
          <section key={group.date} aria-label={dayTitle(group)}>
            <h2 className={css.day}>{dayTitle(group)}</h2>
            <ul>
              {group.entries.map((entry) => (
                <RecordRow
                  key={entry.name}
                  entry={entry}
                  title={titleOf(entry)}
                  as={asOf(entry.name)}
                  onOpen={() => onOpen(entry.name)}
                  onTick={() => onTick(entry.name)}
                  onRemove={() => onRemove(entry)}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {entries && entries.length > 1 && (
        <p className={css.hint}>
          <Icon of={Info} size={13} />
          {w.tickHint}
        </p>
      )}
    </section>
  );
}

interface FilterProps {
  entries: readonly RecordEntry[];
  wanted: Wanted;
  onChange: (wanted: Wanted) => void;
}

function FilterButton({ entries, wanted, onChange }: FilterProps) {
  const w = useWords().review;
  const language = useLanguage();
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const active = wanted.exercise !== "" || wanted.outcome !== "all";
  const exercises = exercisesOf(entries).map(({ name, title }) => ({ value: name, label: said(title, language) }));
  const outcomes = (["all", "success", "failed"] as const).map((value) => ({ value, label: w.outcomes[value] }));
  return (
    <>
      <IconButton
        ref={anchor}
        icon={ListFilter}
        label={w.filter}
        variant="default"
        pressed={active}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        data-testid="records-filter"
      />
      <Popover open={open} onClose={() => setOpen(false)} anchor={anchor} label={w.filter} align="start">
        <div className={css.filter}>
          <Select
            label={w.exercise}
            value={wanted.exercise}
            options={[{ value: "", label: w.allExercises }, ...exercises]}
            onChange={(exercise) => onChange({ ...wanted, exercise })}
          />
          <Segmented
            label={w.outcome}
            value={wanted.outcome}
            options={outcomes}
            onChange={(outcome) => onChange({ ...wanted, outcome })}
          />
          {active && (
            <Button size="s" onClick={() => onChange({ ...ALL, text: wanted.text })}>
              {w.clearFilter}
            </Button>
          )}
        </div>
      </Popover>
    </>
  );
}
