import { type ReactNode, useMemo, useRef } from "react";
import { useStore } from "zustand";
import { useLive } from "@/link/live";
import { toggled } from "@/model/plots/groups";
import { panelLimits } from "@/model/plots/limits";
import { createView, type ViewStore } from "@/model/plots/view";
import { usePlotted } from "@/model/plotted";
import { EmptyState, isNumber, keep, kept, Skeleton } from "@/ui";
import { useFormat, useWords } from "@/words";
import { AddSignal } from "./AddSignal";
import { LineRow } from "./LineRow";
import { liveSource, useKeptSignals, useLines, useSetup, useWanted } from "./live";
import css from "./PlotsDrawer.module.css";
import { Stack } from "./Stack";
import { ExportMenu, MeasureButton, PauseButton, UnzoomButton, WindowMenu } from "./Tools";

/** The part of time outlives the drawer: closing and opening it changes nothing. */
let shared: ViewStore | undefined;
function drawerView(): ViewStore {
  if (shared) return shared;
  shared = createView(kept("plots.window", 10, isNumber));
  shared.subscribe(({ window }) => keep("plots.window", window));
  return shared;
}

/** Signals of the running session over time: their list at the left, their charts at the right. Fills its parent. */
export function PlotsDrawer() {
  const w = useWords().plots;
  const described = useLive((state) => state.described);
  const view = useMemo(drawerView, []);
  const signals = useKeptSignals();
  const setup = useSetup();
  const lines = useLines(liveSource, signals, described);
  const limits = useMemo(() => panelLimits(described?.panel, lines), [described, lines]);
  const charts = useRef<HTMLDivElement>(null);
  useWanted(liveSource, "plots drawer", signals);
  const change = (next: string[]) => usePlotted.setState({ signals: next });
  return (
    <section className={css.drawer} aria-label={w.title} data-testid="plots-drawer" ref={charts}>
      <div className={css.side}>
        <div className={css.head}>
          <DeltaTime view={view}>
            <span className="cap">{w.signals}</span>
          </DeltaTime>
          <AddSignal source={liveSource} chosen={signals} onChange={change} side="top" className={css.add} />
        </div>
        <ul className={css.lines}>
          {lines.map((line) => (
            <LineRow
              key={line.name}
              line={line}
              source={liveSource}
              view={view}
              onRemove={() =>
                change(
                  line.signal === line.name
                    ? signals.filter((signal) => signal !== line.name)
                    : toggled(signals, line.name, liveSource.channels),
                )
              }
            />
          ))}
        </ul>
        <div className={css.tools}>
          <PauseButton source={liveSource} view={view} size="s" />
          <WindowMenu source={liveSource} view={view} size="s" />
          <MeasureButton source={liveSource} view={view} size="s" />
          <UnzoomButton view={view} size="s" />
          <ExportMenu source={liveSource} view={view} lines={lines} name={setup || "plots"} within={charts} size="s" />
        </div>
      </div>
      <div className={css.charts}>
        {!described ? (
          <Skeleton lines={3} />
        ) : lines.length === 0 ? (
          <EmptyState
            text={w.noSignals}
            action={<AddSignal source={liveSource} chosen={signals} onChange={change} side="top" />}
          />
        ) : (
          <Stack source={liveSource} view={view} lines={lines} limits={limits} />
        )}
      </div>
    </section>
  );
}

/** The time between the two measuring cursors; without them what is inside. */
export function DeltaTime({ view, children = null }: { view: ViewStore; children?: ReactNode }) {
  const w = useWords().plots;
  const format = useFormat();
  const measure = useStore(view, (state) => state.measure);
  if (!measure) return children;
  return (
    <span className={css.delta} data-testid="plots-delta">
      {w.deltaTime(format.quantity(measure[1] - measure[0], "s", 3))}
    </span>
  );
}
