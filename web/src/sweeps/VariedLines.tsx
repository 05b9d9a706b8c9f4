import { Plus, Trash2 } from "lucide-react";
import { useMemo } from "react";
import type { VariedName, VariedText } from "@/gen/messages";
import type { Faults } from "@/model/sweeps/draft";
import { Button, IconButton, TextField } from "@/ui";
import { type Format, useFormat, useWords } from "@/words";
import css from "./Sweeps.module.css";

interface LinesProps {
  lines: readonly VariedText[];
  /** What can be varied. */
  names: readonly VariedName[];
  faults: Faults["lines"];
  /** How the values are combined. */
  hint: string;
  onChange: (lines: readonly VariedText[]) => void;
}

/** A present value with its unit: 20 V/rad. */
function written({ value, unit }: VariedName, format: Format): string {
  const text = typeof value === "number" ? format.compact(value) : JSON.stringify(value);
  return format.joined(text, unit || "1");
}

/** What is varied: names with completion, and their values. */
export function VariedLines({ lines, names, faults, hint, onChange }: LinesProps) {
  const f = useWords().sweeps.form;
  const format = useFormat();
  const known = useMemo(() => new Map(names.map((one) => [one.name, one])), [names]);
  const suggestions = useMemo(
    () => names.map((one) => ({ value: one.name, label: written(one, format) })),
    [names, format],
  );
  const change = (at: number, changes: Partial<VariedText>) =>
    onChange(lines.map((line, index) => (index === at ? { ...line, ...changes } : line)));
  return (
    <>
      {lines.length > 0 && <p className={css.quiet}>{hint}</p>}
      {lines.map((line, at) => {
        const now = known.get(line.name.trim());
        const fault = faults[at];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their order
          <div key={at} className={css.line} data-testid="varied-line">
            <TextField
              label={f.varyName(at + 1)}
              labelled="hidden"
              value={line.name}
              placeholder={f.namePlaceholder}
              suggestions={suggestions}
              onChange={(name) => change(at, { name })}
              {...(fault?.name ? { error: fault.name } : now ? { hint: f.now(written(now, format)) } : {})}
            />
            <TextField
              label={f.values(at + 1)}
              labelled="hidden"
              value={line.values}
              placeholder={f.valuesPlaceholder}
              onChange={(values) => change(at, { values })}
              {...(fault?.values ? { error: fault.values } : {})}
            />
            <IconButton
              icon={Trash2}
              label={f.removeVaried(at + 1)}
              onClick={() => onChange(lines.filter((_, index) => index !== at))}
            />
          </div>
        );
      })}
      <Button
        icon={Plus}
        size="s"
        onClick={() => onChange([...lines, { name: "", values: "" }])}
        data-testid="add-varied"
      >
        {f.addVaried}
      </Button>
    </>
  );
}
