import { useMemo } from "react";
import { axesOf } from "@/model/plots/axes";
import type { Line } from "@/model/plots/lines";
import type { SignalSource } from "@/model/plots/source";
import type { ViewStore } from "@/model/plots/view";
import { useWords } from "@/words";
import { Chart } from "./Chart";
import type { Limit } from "./Plot";
import css from "./Stack.module.css";

/** Props of {@link Stack}. */
export interface StackProps {
  source: SignalSource;
  view: ViewStore;
  lines: readonly Line[];
  limits?: readonly Limit[];
}

const ROOM = { left: 1, right: 0 };

/** Charts one above the other, one for each unit, with one time axis below. */
export function Stack({ source, view, lines, limits }: StackProps) {
  const w = useWords().plots;
  const axes = useMemo(() => axesOf(lines), [lines]);
  return (
    <div className={css.stack}>
      {axes.map((axis, i) => (
        <div
          key={axis.key}
          className={css.part}
          style={{ flexGrow: axis.key === "boolean" ? 1 : 1 + axis.lines.length / 3 }}
        >
          <Chart
            label={w.chartOf(axis.lines.map((line) => line.label).join(", "))}
            source={source}
            view={view}
            lines={axis.lines}
            limits={limits}
            xAxis={i === axes.length - 1}
            captions={i === 0}
            room={ROOM}
          />
        </div>
      ))}
    </div>
  );
}
