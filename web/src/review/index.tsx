import { ArrowLeft, FolderOpen } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { RecordEntry } from "@/gen/messages";
import { attemptNumbers, exercisesOf } from "@/model/review/list";
import { navigate, useRoute } from "@/shell/router";
import { rememberPlace, usePlace } from "@/shell/topbar";
import { Button, EmptyState, ErrorBoundary, ErrorBox, Skeleton, Split, usePhone } from "@/ui";
import { type Said, said, useLanguage, useWords } from "@/words";
import { useActions } from "./Actions";
import { Comparison } from "./Comparison";
import { useLoaded } from "./loaded";
import { reviewPath } from "./paths";
import { RecordList } from "./RecordList";
import { RemoveDialog } from "./RemoveDialog";
import css from "./Review.module.css";
import { useRecords } from "./records";
import { useWork } from "./useWork";

/** The screen "Review": records, played and compared. */
export default function ReviewScreen() {
  const w = useWords().review;
  const language = useLanguage();
  const { rest, query, path } = useRoute();
  const a = rest[0] ?? null;
  const other = query.get("with");
  const b = other && other !== a ? other : null;
  const records = useRecords();
  const { entries } = records;
  const [removing, setRemoving] = useState<RecordEntry | null>(null);
  const [camera, setCamera] = useState("");
  const worker = useWork();
  const phone = usePhone();
  useEffect(() => rememberPlace("review", path), [path]);

  // Whoever comes here without a name wants to see how the last attempt went.
  const greeted = useRef(false);
  useEffect(() => {
    if (!entries || greeted.current) return;
    greeted.current = true;
    const latest = entries.find((entry) => entry.reason !== "running");
    if (!a && latest) navigate(reviewPath(latest.name), { replace: true, from: path });
  }, [entries, a, path]);

  const numbers = useMemo(() => attemptNumbers(entries ?? []), [entries]);
  const several = useMemo(() => exercisesOf(entries ?? []).length > 1, [entries]);
  const shortOf = useCallback(
    (entry: RecordEntry) =>
      entry.assisted ? w.assisted : entry.pilot ? w.demo : w.attempt(numbers.get(entry.name) ?? 1),
    [numbers, w],
  );
  const titleOf = useCallback(
    (entry: RecordEntry) => {
      if (!several && entry.exercise) return shortOf(entry);
      const which = entry.pilot
        ? (entry.assisted ? w.assisted : w.demo).toLocaleLowerCase(language)
        : String(numbers.get(entry.name) ?? 1);
      return w.numbered(said(entry.title as Said, language), which);
    },
    [numbers, several, shortOf, w, language],
  );

  const first = useLoaded(a, true, query.has("play"));
  const second = useLoaded(b);
  const info = first.attempt?.info ?? null;
  const listed = (name: string | null) => entries?.find((entry) => entry.name === name);
  const [ofA, ofB] = [listed(a), listed(b)];
  // Two of one exercise are told apart by their numbers alone; the bar names the exercise.
  const alike = Boolean(ofA?.exercise) && (!ofB || ofA?.exercise === ofB.exercise);
  const short = (entry: RecordEntry | undefined, name: string | null) => {
    if (!entry) return name ?? "";
    return alike ? shortOf(entry) : titleOf(entry);
  };
  const titles = { a: short(ofA, a), b: short(ofB, b) };
  const place = info ? said(info.entry.title as Said, language) : "";
  usePlace(useMemo(() => [{ label: w.title, href: "/review" }, ...(place ? [{ label: place }] : [])], [w, place]));
  useActions({ info, camera, start: worker.start, onRemove: setRemoving });

  const open = (name: string) => navigate(name === b ? reviewPath(b, a) : reviewPath(name, b));
  const tick = (name: string) => {
    if (name === a) navigate(reviewPath(b));
    else if (name === b || !a) navigate(reviewPath(name === b ? a : name));
    else navigate(reviewPath(a, name));
  };
  const removed = (name: string) => {
    if (name === a) navigate(reviewPath(b), { replace: true });
    else if (name === b) navigate(reviewPath(a), { replace: true });
  };

  const list = (
    <ErrorBoundary of={w.records}>
      <RecordList
        records={records}
        titleOf={titleOf}
        asOf={(name) => (name === a ? "a" : name === b ? "b" : null)}
        onOpen={open}
        onTick={tick}
        onRemove={setRemoving}
      />
    </ErrorBoundary>
  );
  if (entries?.length === 0 && !a) {
    return (
      <div className={css.centre} data-testid="review-empty">
        <h1 className="only-read">{w.title}</h1>
        <EmptyState
          icon={FolderOpen}
          text={w.none}
          action={<Button onClick={() => navigate("/")}>{w.openExercises}</Button>}
        />
      </div>
    );
  }
  return (
    <div className={css.review} data-testid="review">
      <h1 className="only-read">{w.title}</h1>
      {phone && a && (
        <Button icon={ArrowLeft} variant="quiet" onClick={() => navigate("/review")} className={css.back}>
          {w.records}
        </Button>
      )}
      <Records list={list} alone={phone} open={Boolean(a)}>
        {first.error ? (
          <div className={css.centre}>
            <ErrorBox message={w.recordFailed} detail={first.error} onRetry={first.retry} />
          </div>
        ) : first.attempt ? (
          <Comparison
            a={first.attempt}
            b={second.attempt}
            second={b ? second : null}
            titles={titles}
            onSwap={b ? () => navigate(reviewPath(b, a), { replace: true }) : null}
            camera={camera}
            onCamera={setCamera}
            worker={worker}
            onPlayed={query.has("play") ? () => navigate(reviewPath(a, b), { replace: true, from: path }) : null}
          />
        ) : a ? (
          <div className={css.centre}>
            <Skeleton lines={4} width={320} />
            <p className="cap">{w.preparing}</p>
          </div>
        ) : (
          <div className={css.centre}>{entries && entries.length > 0 && <EmptyState text={w.choose} />}</div>
        )}
      </Records>
      <RemoveDialog
        entry={removing}
        title={removing ? titleOf(removing) : ""}
        remove={records.remove}
        onRemoved={removed}
        onClose={() => setRemoving(null)}
      />
    </div>
  );
}

/** The list of records beside what is open; on a phone, one or the other. */
function Records({
  list,
  alone,
  open,
  children,
}: {
  list: ReactNode;
  alone: boolean;
  open: boolean;
  children: ReactNode;
}) {
  const w = useWords().review;
  if (alone) return open ? children : list;
  return (
    <Split side="left" size={252} min={190} max={400} keep="review.records" label={w.records} pane={list}>
      {children}
    </Split>
  );
}
