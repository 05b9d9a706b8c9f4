import { ChartLine, ChartScatter } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import { addTimeChart, addXyChart, type ChartPlan, type Plan, signalsOf } from "@/model/plots/layout";
import { RecordSource } from "@/model/plots/record";
import type { SignalSource } from "@/model/plots/source";
import { createView, toggleMeasure, unzoom } from "@/model/plots/view";
import {
  DeltaTime,
  ExportMenu,
  MeasureButton,
  PauseButton,
  togglePause,
  UnzoomButton,
  useWanted,
  WindowMenu,
} from "@/plots";
import { useShortcuts } from "@/shell/keys";
import { navigate, useRoute } from "@/shell/router";
import { Button, EmptyState, ErrorBoundary, ErrorBox, isNumber, keep, kept } from "@/ui";
import { useWords } from "@/words";
import css from "./Board.module.css";
import { SourceChoice } from "./SourceChoice";
import { TimeCard } from "./TimeCard";
import { useBoardLines, usePlan } from "./useBoard";
import { useFault } from "./useFault";
import { XyCard } from "./XyCard";

/** Props of {@link Board}. */
export interface BoardProps {
  source: SignalSource;
  /** Under what name the charts are kept. */
  setup: string;
  /** The name of exported files. */
  file: string;
  record: string;
  /** What is shown if nothing was kept. */
  first: readonly string[];
  /** The panel of the session: limits of its gauges are drawn. */
  panel?: unknown;
  /** Changes when the source has other signals. */
  version: unknown;
}

/** All charts of one source, with their tools. */
export function Board({ source, setup, file, record, first, panel, version }: BoardProps) {
  const w = useWords().plots;
  const [plan, change] = usePlan(setup, source, first);
  const { query, path } = useRoute();
  const asked = query.get("signal");
  useEffect(() => {
    if (!asked || source.entries(asked).length === 0) return;
    if (!signalsOf(plan).includes(asked)) change((now) => addTimeChart(now, [asked]));
    query.delete("signal");
    const rest = query.toString();
    navigate(path.split("?")[0] + (rest ? `?${rest}` : ""), { replace: true, from: path });
  }, [asked, source, plan, change, query, path]);
  const lines = useBoardLines(source, plan, version);
  const charts = useRef<HTMLDivElement>(null);
  const view = useMemo(() => createView(source.live ? kept("plots.page.window", 30, isNumber) : 0), [source]);
  useEffect(() => {
    if (source.live) return view.subscribe(({ window }) => keep("plots.page.window", window));
  }, [source, view]);
  useWanted(source, "plots page", lines.signals);
  const fault = useFault(source);
  useShortcuts(
    (words) => words.plots.title,
    [
      { keys: "KeyP", label: w.keys.pause, run: () => source.live && togglePause(source, view) },
      { keys: "KeyM", label: w.keys.measure, run: () => toggleMeasure(view, source.now(), source.live) },
      { keys: "KeyN", label: w.keys.add, run: () => change(addTimeChart) },
      { keys: "Digit0", label: w.keys.unzoom, run: () => unzoom(view) },
    ],
  );
  const name = (chart: ChartPlan) => nameOf(plan, chart, w);
  const timed = plan.filter((chart) => chart.kind === "time");
  const crossed = plan.filter((chart) => chart.kind === "xy");
  const add = (
    <>
      <Button icon={ChartLine} data-testid="plots-add-chart" onClick={() => change(addTimeChart)}>
        {w.addChart}
      </Button>
      <Button icon={ChartScatter} data-testid="plots-add-xy" onClick={() => change((now) => addXyChart(now))}>
        {w.addXy}
      </Button>
    </>
  );
  return (
    <div className={css.board} data-testid="plots-board">
      <div className={css.tools} role="toolbar" aria-label={w.title}>
        <SourceChoice record={record} />
        <PauseButton source={source} view={view} />
        <WindowMenu source={source} view={view} />
        <MeasureButton source={source} view={view} />
        <UnzoomButton view={view} />
        <ExportMenu source={source} view={view} lines={lines.all} name={file} within={charts} />
        <DeltaTime view={view} />
        <span className={css.gap} />
        {add}
      </div>
      {fault && (
        <ErrorBox
          message={w.noRecord}
          detail={fault}
          onRetry={source instanceof RecordSource ? () => source.retry() : undefined}
        />
      )}
      {plan.length === 0 ? (
        <EmptyState icon={ChartLine} text={w.noCharts} action={<div className={css.actions}>{add}</div>} />
      ) : (
        <div ref={charts} className={css.charts}>
          {timed.length > 0 && (
            <div className={css.timed}>
              {timed.map((chart, i) => (
                <ErrorBoundary key={chart.id} of={name(chart)}>
                  <TimeCard
                    {...{ chart, source, view, change, plan, panel }}
                    name={name(chart)}
                    nameOf={name}
                    lines={lines.of(chart.id)}
                    room={lines.room}
                    captions={i === 0}
                  />
                </ErrorBoundary>
              ))}
            </div>
          )}
          {crossed.length > 0 && (
            <div className={css.crossed}>
              {crossed.map((chart) => (
                <ErrorBoundary key={chart.id} of={name(chart)}>
                  <XyCard {...{ chart, source, view, change }} name={name(chart)} lines={lines.of(chart.id)} />
                </ErrorBoundary>
              ))}
            </div>
          )}
        </div>
      )}
    </div>
  );
}

interface Names {
  numbered: (number: number) => string;
  numberedXy: (number: number) => string;
}

function nameOf(plan: Plan, chart: ChartPlan, words: Names): string {
  const number = plan.filter(({ kind }) => kind === chart.kind).indexOf(chart) + 1;
  return chart.kind === "time" ? words.numbered(number) : words.numberedXy(number);
}
