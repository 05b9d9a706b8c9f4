/** The charts of the page, kept in this browser, and the lines of each. */

import { useCallback, useMemo, useRef, useState } from "react";
import { axesOf } from "@/model/plots/axes";
import { isPlan, type Plan, signalsOf } from "@/model/plots/layout";
import { type Line, linesOf } from "@/model/plots/lines";
import type { SignalSource } from "@/model/plots/source";
import { useSelection } from "@/model/selection";
import { type Room, roomFor } from "@/plots";
import { keep, kept } from "@/ui";

const isKept = (value: unknown): value is Plan | null => value === null || isPlan(value);

/** The plan of a setup: as it was kept, or with a chart for each unit of some signals. */
export function usePlan(
  setup: string,
  source: SignalSource,
  first: readonly string[],
): [Plan, (change: (plan: Plan) => Plan) => void] {
  const key = `plots.charts.${setup}`;
  const begin = useCallback((): Plan => {
    const lines = linesOf(source, first, [], new Map());
    return axesOf(lines).map((axis, i) => ({
      id: `chart${i + 1}`,
      kind: "time",
      signals: axis.lines.map((line) => line.name),
      limits: [],
    }));
  }, [source, first]);
  const [held, setHeld] = useState<{ key: string; plan: Plan | null }>({ key: "", plan: null });
  const plan = held.key === key && held.plan ? held.plan : kept<Plan | null>(key, null, isKept);
  const initial = useMemo(() => plan ?? begin(), [plan, begin]);
  const latest = useRef(initial);
  latest.current = initial;
  const change = useCallback(
    (make: (plan: Plan) => Plan) => {
      const next = make(latest.current);
      latest.current = next;
      keep(key, next);
      setHeld({ key, plan: next });
    },
    [key],
  );
  return [initial, change];
}

export interface BoardLines {
  /** Lines of the chart with this id. */
  of: (id: string) => readonly Line[];
  /** Every line once. */
  all: readonly Line[];
  /** Signals to ask for. */
  signals: readonly string[];
  room: Room;
}

/** Lines of all charts; those of a chart stay the same object while they are equal. */
export function useBoardLines(source: SignalSource, plan: Plan, version: unknown): BoardLines {
  const selected = useSelection((state) => state.selected);
  const colours = useRef(new Map<string, Map<string, string>>());
  const before = useRef(new Map<string, readonly Line[]>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: a session that was opened anew may have other signals
  return useMemo(() => {
    const lines = new Map<string, readonly Line[]>();
    for (const chart of plan) {
      const own = colours.current.get(chart.id) ?? new Map<string, string>();
      colours.current.set(chart.id, own);
      const names = chart.kind === "time" ? chart.signals : [chart.x, chart.y].filter(Boolean);
      const made = linesOf(source, names, selected, own);
      const old = before.current.get(chart.id);
      lines.set(chart.id, old && JSON.stringify(old) === JSON.stringify(made) ? old : made);
    }
    before.current = lines;
    const timed = plan.filter((chart) => chart.kind === "time").map((chart) => roomFor(lines.get(chart.id) ?? []));
    const every = [...lines.values()].flat();
    return {
      of: (id) => lines.get(id) ?? [],
      all: every.filter((line, i) => every.findIndex((other) => other.name === line.name) === i),
      signals: signalsOf(plan),
      room: {
        left: Math.max(1, ...timed.map(({ left }) => left)),
        right: Math.max(0, ...timed.map(({ right }) => right)),
      },
    };
  }, [source, plan, selected, version]);
}
