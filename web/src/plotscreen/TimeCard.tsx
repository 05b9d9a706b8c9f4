import { Ellipsis, Minus, X } from "lucide-react";
import { type DragEvent, useMemo, useRef, useState } from "react";
import { toggled } from "@/model/plots/groups";
import {
  addTimeChart,
  type ChartPlan,
  changeChart,
  dropSignal,
  type Plan,
  putSignal,
  removeChart,
  type TimeChart,
} from "@/model/plots/layout";
import { panelLimits } from "@/model/plots/limits";
import type { Line } from "@/model/plots/lines";
import type { SignalSource } from "@/model/plots/source";
import type { ViewStore } from "@/model/plots/view";
import { AddSignal, Chart, LineRow, type Room } from "@/plots";
import { classes, IconButton, MenuButton, type MenuItem } from "@/ui";
import { useWords } from "@/words";
import css from "./Card.module.css";
import { LimitDialog, Limits } from "./Limits";

const DRAGGED = "application/x-pult-signal";

/** Props of {@link TimeCard}. */
export interface TimeCardProps {
  chart: TimeChart;
  name: string;
  nameOf: (chart: ChartPlan) => string;
  plan: Plan;
  change: (make: (plan: Plan) => Plan) => void;
  source: SignalSource;
  view: ViewStore;
  panel: unknown;
  lines: readonly Line[];
  room: Room;
  captions: boolean;
}

/** A chart over time and the list of its lines. Lines can be dragged to another chart. */
export function TimeCard(props: TimeCardProps) {
  const { chart, name, nameOf, plan, change, source, view, panel, lines, room, captions } = props;
  const w = useWords().plots;
  const [over, setOver] = useState(false);
  const [limiting, setLimiting] = useState(false);
  const depth = useRef(0);
  const { id, signals } = chart;
  const units = useMemo(() => [...new Set(lines.filter((line) => !line.boolean).map((line) => line.unit))], [lines]);
  const limits = useMemo(() => [...chart.limits, ...panelLimits(panel, lines)], [chart.limits, panel, lines]);

  const split = (line: Line): readonly string[] =>
    line.signal === line.name ? signals : [...toggled(signals, line.name, source.channels), line.name];
  const move = (line: Line, to: string) =>
    change((now) => putSignal(changeChart<TimeChart>(now, id, { signals: split(line) }), line.name, to, id));
  const drag = (event: DragEvent, line: Line) => {
    event.dataTransfer.setData(DRAGGED, JSON.stringify({ signal: line.signal, from: id }));
    event.dataTransfer.effectAllowed = "move";
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    depth.current = 0;
    setOver(false);
    const { signal, from } = JSON.parse(event.dataTransfer.getData(DRAGGED)) as { signal: string; from: string };
    if (from !== id) change((now) => putSignal(now, signal, id, from));
  };
  const moves = (line: Line): (MenuItem | "-")[] => [
    ...plan
      .filter((other) => other.kind === "time" && other.id !== id)
      .map((other) => ({ label: w.moveTo(nameOf(other)), onSelect: () => move(line, other.id) })),
    {
      label: w.newChart,
      onSelect: () =>
        change((now) =>
          addTimeChart(dropSignal(changeChart<TimeChart>(now, id, { signals: split(line) }), line.name, id), [
            line.name,
          ]),
        ),
    },
  ];

  return (
    <section
      aria-label={name}
      className={classes(css.card, over && css.over)}
      data-testid="plots-card"
      onDragEnter={(event) => {
        if (!event.dataTransfer.types.includes(DRAGGED)) return;
        depth.current += 1;
        setOver(true);
      }}
      onDragLeave={() => {
        depth.current = Math.max(0, depth.current - 1);
        if (depth.current === 0) setOver(false);
      }}
      onDragOver={(event) => event.dataTransfer.types.includes(DRAGGED) && event.preventDefault()}
      onDrop={drop}
    >
      <div className={css.side}>
        <div className={css.head}>
          <h2 className={css.title}>{name}</h2>
          <MenuButton
            label={w.actions(name)}
            items={[
              {
                label: w.addLimit,
                icon: Minus,
                reason: units.length === 0 ? w.dropHere : undefined,
                onSelect: () => setLimiting(true),
              },
              { label: w.removeChart, icon: X, danger: true, onSelect: () => change((now) => removeChart(now, id)) },
            ]}
            button={(button) => <IconButton size="s" icon={Ellipsis} label={w.actions(name)} {...button} />}
          />
        </div>
        <ul className={css.lines}>
          {lines.map((line) => (
            <LineRow
              key={line.name}
              {...{ line, source, view }}
              onDrag={(event) => drag(event, line)}
              onRemove={() =>
                change((now) =>
                  changeChart<TimeChart>(now, id, { signals: split(line).filter((one) => one !== line.name) }),
                )
              }
            >
              <MenuButton
                label={w.actions(line.label)}
                items={moves(line)}
                button={(button) => <IconButton size="s" icon={Ellipsis} label={w.actions(line.label)} {...button} />}
              />
            </LineRow>
          ))}
        </ul>
        <Limits
          limits={chart.limits}
          onChange={(limits) => change((now) => changeChart<TimeChart>(now, id, { limits }))}
        />
        <AddSignal
          source={source}
          chosen={signals}
          onChange={(next) => change((now) => changeChart<TimeChart>(now, id, { signals: next }))}
          side="right"
          className={css.add}
        />
      </div>
      <div className={css.plot}>
        {lines.length === 0 ? (
          <p className={css.empty}>{w.dropHere}</p>
        ) : (
          <Chart
            label={w.chartOf(lines.map((line) => line.label).join(", "))}
            {...{ source, view, lines, room, captions }}
            limits={limits}
            units
          />
        )}
      </div>
      <LimitDialog
        open={limiting}
        units={units}
        onClose={() => setLimiting(false)}
        onAdd={(limit) => change((now) => changeChart<TimeChart>(now, id, { limits: [...chart.limits, limit] }))}
      />
    </section>
  );
}
