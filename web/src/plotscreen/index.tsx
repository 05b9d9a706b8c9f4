import { ChartLine } from "lucide-react";
import { useEffect, useMemo } from "react";
import { useLive } from "@/link/live";
import { firstSignals } from "@/model/plots/groups";
import { liveSource, useKeptSignals, useSetup } from "@/plots";
import { Link, navigate, useRoute } from "@/shell/router";
import { rememberPlace, usePlace } from "@/shell/topbar";
import { Button, EmptyState, ErrorBox, Skeleton } from "@/ui";
import { type Said, said, useLanguage, useWords } from "@/words";
import { Board } from "./Board";
import css from "./Screen.module.css";
import { SourceChoice } from "./SourceChoice";
import { useRecord, useSomeSession } from "./sources";

/** The screen "Plots": charts of the running session, or of a record. */
export default function PlotsScreen() {
  const { query, path } = useRoute();
  const record = query.get("record") ?? "";
  useEffect(() => rememberPlace("plots", path), [path]);
  return record ? <RecordPlots key={record} name={record} /> : <LivePlots session={query.get("session") ?? ""} />;
}

function RecordPlots({ name }: { name: string }) {
  const w = useWords();
  const language = useLanguage();
  const asked = useRecord(name);
  const source = asked.state === "there" ? asked.value : null;
  const title = source ? said(source.info.entry.title as Said, language) || name : name;
  usePlace(useMemo(() => [{ label: w.plots.title, href: "/plots" }, { label: title }], [w, title]));
  const first = useMemo(() => firstSignals(source?.channels ?? []), [source]);
  if (asked.state === "failed") {
    return (
      <ErrorBox
        message={w.plots.noRecord}
        detail={asked.error}
        onRetry={asked.retry}
        action={<Button onClick={() => navigate("/plots")}>{w.plots.live}</Button>}
      />
    );
  }
  if (!source) return <Loading text={w.plots.loadingRecord} />;
  const { exercise } = source.info.entry;
  return (
    <Board
      source={source}
      setup={exercise || `record ${name}`}
      file={name.replace(/\.[^.]*$/, "")}
      record={name}
      first={first}
      version={source}
    />
  );
}

function LivePlots({ session }: { session: string }) {
  const w = useWords();
  const language = useLanguage();
  const found = useSomeSession(session);
  const described = useLive((state) => state.described);
  const info = useLive((state) => state.session);
  const reason = info?.state === "dead" ? info.reason : "";
  const setup = useSetup();
  const first = useKeptSignals();
  const title = info ? said(info.title as Said, language) : "";
  usePlace(
    useMemo(
      () => [{ label: w.plots.title }, ...(title ? [{ label: title, href: `/operate/${info?.exercise}` }] : [])],
      [w, title, info?.exercise],
    ),
  );
  if (found === "none") {
    return (
      <div className={css.none}>
        <SourceChoice record="" />
        <EmptyState
          icon={ChartLine}
          text={w.plots.noSession}
          action={
            <Link href="/" className={css.link} data-testid="plots-open-exercises">
              {w.plots.openExercises}
            </Link>
          }
        />
      </div>
    );
  }
  if (reason) return <ErrorBox message={reason} action={<SourceChoice record="" />} />;
  if (!described || !setup) return <Loading text={w.plots.waiting} />;
  return (
    <Board
      source={liveSource}
      setup={setup}
      file={setup}
      record=""
      first={first}
      panel={described.panel}
      version={described}
      key={setup}
    />
  );
}

function Loading({ text }: { text: string }) {
  return (
    <div className={css.loading} role="status">
      <p>{text}</p>
      <Skeleton height={160} lines={3} />
    </div>
  );
}
