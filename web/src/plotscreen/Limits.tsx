import { X } from "lucide-react";
import { useState } from "react";
import type { TimeChart } from "@/model/plots/layout";
import { shownUnit } from "@/model/quantity";
import { Button, Dialog, IconButton, NumberField, Select } from "@/ui";
import { useFormat, useWords } from "@/words";
import css from "./Card.module.css";

type Limit = TimeChart["limits"][number];

/** The limit lines of a chart, each to be removed. */
export function Limits({ limits, onChange }: { limits: readonly Limit[]; onChange: (limits: Limit[]) => void }) {
  const w = useWords().plots;
  const format = useFormat();
  if (limits.length === 0) return null;
  return (
    <ul className={css.limits}>
      {limits.map((limit) => {
        const { shown, scale } = shownUnit(limit.unit);
        const text = format.joined(format.compact(limit.value * scale, 4), shown);
        return (
          <li key={`${limit.value} ${limit.unit}`} className={css.limit}>
            {w.limit(text)}
            <IconButton
              size="s"
              icon={X}
              label={w.removeLimit(text)}
              onClick={() => onChange(limits.filter((other) => other !== limit))}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** Asks for the value of a limit line. */
export function LimitDialog(props: {
  open: boolean;
  units: readonly string[];
  onClose: () => void;
  onAdd: (limit: Limit) => void;
}) {
  const { open, units, onClose, onAdd } = props;
  const words = useWords();
  const w = words.plots;
  const format = useFormat();
  const [value, setValue] = useState<number | null>(null);
  const [chosen, setChosen] = useState("");
  const unit = units.includes(chosen) ? chosen : (units[0] ?? "1");
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={w.addLimit}
      actions={
        <>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button
            variant="primary"
            reason={value === null ? words.common.number.empty : undefined}
            onClick={() => {
              if (value !== null) onAdd({ value, unit });
              onClose();
            }}
          >
            {w.add}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        <NumberField label={w.limitValue} value={value} unit={unit} shown={shownUnit(unit).shown} onChange={setValue} />
        {units.length > 1 && (
          <Select
            label={w.window}
            labelled="hidden"
            value={unit}
            options={units.map((one) => ({ value: one, label: format.unit(shownUnit(one).shown) || "1" }))}
            onChange={setChosen}
          />
        )}
      </div>
    </Dialog>
  );
}
