import { ChevronDown, X } from "lucide-react";
import { useRef, useState } from "react";
import { changeChart, type Plan, removeChart, type XyChart as XyPlan } from "@/model/plots/layout";
import type { Line } from "@/model/plots/lines";
import type { SignalSource } from "@/model/plots/source";
import type { ViewStore } from "@/model/plots/view";
import { SignalPicker, XyChart } from "@/plots";
import { Button, Checkbox, IconButton, Popover } from "@/ui";
import { useWords } from "@/words";
import css from "./Card.module.css";

/** Props of {@link XyCard}. */
export interface XyCardProps {
  chart: XyPlan;
  name: string;
  change: (make: (plan: Plan) => Plan) => void;
  source: SignalSource;
  view: ViewStore;
  lines: readonly Line[];
}

/** Two signals against each other, and the choice of them. */
export function XyCard({ chart, name, change, source, view, lines }: XyCardProps) {
  const w = useWords().plots;
  const put = (next: Partial<XyPlan>) => change((now) => changeChart<XyPlan>(now, chart.id, next));
  const x = lines.find((line) => line.name === chart.x);
  const y = lines.find((line) => line.name === chart.y);
  return (
    <section aria-label={name} className={css.xy} data-testid="plots-xy-card">
      <div className={css.head}>
        <h2 className={css.title}>{name}</h2>
        <span className={css.gap} />
        <Checkbox label={w.equal} checked={chart.equal} onChange={(equal) => put({ equal })} />
        <IconButton
          size="s"
          icon={X}
          label={w.removeChart}
          onClick={() => change((now) => removeChart(now, chart.id))}
        />
      </div>
      <div className={css.axes}>
        <AxisChoice label={w.xSignal} line={x} source={source} onChoose={(signal) => put({ x: signal })} />
        <AxisChoice label={w.ySignal} line={y} source={source} onChoose={(signal) => put({ y: signal })} />
      </div>
      <div className={css.plot}>
        {x && y ? (
          <XyChart {...{ source, view, x, y }} equal={chart.equal} />
        ) : (
          <p className={css.empty}>{w.xyEmpty}</p>
        )}
      </div>
    </section>
  );
}

interface AxisChoiceProps {
  label: string;
  line: Line | undefined;
  source: SignalSource;
  onChoose: (signal: string) => void;
}

function AxisChoice({ label, line, source, onChoose }: AxisChoiceProps) {
  const w = useWords().plots;
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <div className={css.axis}>
      <span className="cap">{label}</span>
      <Button
        ref={anchor}
        size="s"
        icon={ChevronDown}
        aria-label={`${label}: ${line?.label ?? w.choose}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        className={css.signal}
        onClick={() => setOpen(!open)}
      >
        <span className={css.signalName}>{line?.label ?? w.choose}</span>
      </Button>
      <Popover open={open} onClose={() => setOpen(false)} anchor={anchor} label={label} align="end">
        <SignalPicker
          source={source}
          chosen={line ? [line.name] : []}
          single
          onChange={([signal]) => {
            setOpen(false);
            if (signal) onChoose(signal);
          }}
        />
      </Popover>
    </div>
  );
}
