import { Minus, Plus } from "lucide-react";
import { useState } from "react";
import { IconButton, Select, TextField } from "@/ui";
import { useWords } from "@/words";
import css from "./Sheet.module.css";
import { readNames } from "./values";

/** Props of {@link NamesField}. */
export interface NamesFieldProps {
  label: string;
  symbol: string;
  /** Kind of the things. */
  kind: string;
  /** The things that are named, whose numbers are put one behind the other. */
  value: readonly string[];
  /** All things of the kind; null if the world is not known. */
  names: readonly string[] | null;
  error?: string;
  warning?: string;
  onChange: (names: readonly string[]) => void;
}

/** Things of the robot whose numbers a parameter takes. */
export function NamesField({ label, symbol, kind, value, names, error, warning, onChange }: NamesFieldProps) {
  const s = useWords().design.sheet;
  const [draft, setDraft] = useState<string | null>(null);
  if (names === null || names.length === 0) {
    const text = value.join(", ");
    const end = () => {
      if (draft !== null && draft !== text) onChange(readNames(draft));
      setDraft(null);
    };
    const hint = names === null ? s.notProvided(kind) : undefined;
    const field = { label, symbol, error, warning, hint, labelled: "beside" as const };
    return <TextField {...field} value={draft ?? text} onChange={setDraft} onCommit={end} />;
  }
  return (
    <fieldset className={css.array}>
      <legend>
        {label}
        <span className="cap">{s.ofRobot(kind)}</span>
        <span className={css.sizes}>
          <IconButton
            icon={Minus}
            size="s"
            label={s.dropEntry}
            reason={value.length <= 1 ? s.lastEntry : undefined}
            onClick={() => onChange(value.slice(0, -1))}
          />
          <IconButton
            icon={Plus}
            size="s"
            label={s.addEntry}
            onClick={() => onChange([...value, names.find((name) => !value.includes(name)) ?? names[0] ?? ""])}
          />
        </span>
      </legend>
      {value.map((name, index) => (
        <Select
          // biome-ignore lint/suspicious/noArrayIndexKey: a name may stand twice; its place is what it is
          key={index}
          label={s.entry(String(index + 1))}
          labelled="hidden"
          value={name}
          placeholder={name || s.empty}
          error={index === 0 ? error : undefined}
          warning={index === 0 ? warning : undefined}
          options={names.map((other) => ({ value: other, label: other }))}
          onChange={(next) => onChange(value.map((other, place) => (place === index ? next : other)))}
        />
      ))}
    </fieldset>
  );
}
