import { Bot, Hash, RotateCcw } from "lucide-react";
import { useRef, useState } from "react";
import type { ParameterInfo } from "@/gen/messages";
import { IconButton, NumberField, Select, Slider, Switch, TextField } from "@/ui";
import { useFormat, useWords } from "@/words";
import { ArrayField } from "./ArrayField";
import { NamesField } from "./NamesField";
import css from "./Sheet.module.css";
import { isFigure, isUnlimited, limitsOf, namedValue, namesIn, resized, usualRange, valueText } from "./values";

/** Props of {@link ParameterField}. */
export interface ParameterFieldProps {
  info: ParameterInfo;
  /** What the document gives; undefined for the default. */
  value: unknown;
  error?: string;
  warning?: string;
  /** Names of things of the robot that it may name; null if the world is not known. */
  names: readonly string[] | null;
  /** Changes reach the robot at once: past the usual range, a value must be entered twice. */
  tuning: boolean;
  /** A new value, or undefined for the default; `done` ends a drag. */
  onChange: (value: unknown, done: boolean) => void;
}

/** The words of a parameter: its description, up to the first full stop. */
function shortName(info: ParameterInfo): string {
  const text = info.description.split(/[.;:(]/, 1)[0]?.trim() || info.name;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** One parameter in the property sheet, edited by its kind. */
export function ParameterField(props: ParameterFieldProps) {
  const { info, value, error, warning, onChange } = props;
  const w = useWords();
  const format = useFormat();
  const s = w.design.sheet;
  const given = value !== undefined;
  const changed = given && JSON.stringify(value) !== JSON.stringify(info.default);
  const note = info.required && !given ? s.required : undefined;
  return (
    <div className={css.parameter} data-parameter={info.name} data-testid={`parameter-${info.name}`}>
      <Editor {...props} error={error ?? note} warning={warning} label={shortName(info)} />
      {isFigure(info) && <Origin {...props} />}
      {changed && !info.required && (
        <div className={css.reset}>
          <span className="cap">{s.default(valueText(info.default, format) || s.empty)}</span>
          <IconButton icon={RotateCcw} size="s" label={s.reset} onClick={() => onChange(undefined, true)} />
        </div>
      )}
    </div>
  );
}

/** Where the numbers are from: they are written out, or a thing of the robot has them. */
function Origin({ info, value, names, onChange }: ParameterFieldProps) {
  const s = useWords().design.sheet;
  const named = namesIn(info, value) !== null;
  return (
    <div className={css.reset}>
      <IconButton
        icon={named ? Hash : Bot}
        size="s"
        label={named ? s.asNumbers : s.fromRobot(info.provided)}
        reason={!named && names?.length === 0 ? s.noneProvided(info.provided) : undefined}
        onClick={() => onChange(named ? undefined : (names?.[0] ?? ""), true)}
      />
    </div>
  );
}

function Editor(props: ParameterFieldProps & { label: string }) {
  const { info, names, onChange, error, warning, label } = props;
  const s = useWords().design.sheet;
  const value = props.value ?? info.default;
  const field = { label, symbol: info.name, error, warning, labelled: "beside" as const };
  const things = namesIn(info, value);
  if (things) {
    const change = (next: readonly string[]) => onChange(namedValue(next), true);
    const shown = { label, symbol: info.name, error, warning, names };
    return <NamesField {...shown} kind={info.provided} value={things} onChange={change} />;
  }
  if (Array.isArray(value) || info.kind === "array") {
    const fixed = info.shape.map((size) => (typeof size === "number" ? size : 1));
    return (
      <>
        <ArrayField
          label={label}
          value={Array.isArray(value) ? value : resized(fixed.length > 0 ? fixed : [1], value, 0)}
          shape={info.kind === "array" ? info.shape : []}
          unit={info.unit}
          whole={info.kind === "integer"}
          onChange={(next) => onChange(next, true)}
        />
        {error && <p className={css.error}>{error}</p>}
      </>
    );
  }
  switch (info.kind) {
    case "number":
    case "integer":
      return <NumberEditor {...props} value={typeof value === "number" ? value : null} />;
    case "boolean":
      return (
        <Switch
          label={label}
          checked={value === true}
          onChange={(next) => onChange(next, true)}
          className={css.switch}
        />
      );
    case "choice":
      return (
        <Select
          {...field}
          value={String(value ?? "")}
          options={info.choices.map((choice) => ({ value: choice, label: choice }))}
          onChange={(next) => onChange(next, true)}
        />
      );
    default:
      break;
  }
  const text = typeof value === "string" ? value : "";
  if (info.provided && names) {
    const all = names.includes(text) || !text ? names : [text, ...names];
    return (
      <Select
        {...field}
        value={text}
        placeholder={s.empty}
        options={all.map((name) => ({ value: name, label: name }))}
        onChange={(next) => onChange(next, true)}
      />
    );
  }
  return (
    <TextEditor
      {...field}
      value={text}
      hint={info.provided ? s.notProvided(info.provided) : undefined}
      onDone={(next) => onChange(next, true)}
    />
  );
}

function TextEditor({
  value,
  onDone,
  ...field
}: {
  label: string;
  symbol: string;
  error?: string;
  warning?: string;
  hint?: string;
  labelled: "beside";
  value: string;
  onDone: (value: string) => void;
}) {
  const [draft, setDraft] = useState<string | null>(null);
  const end = () => {
    if (draft !== null && draft !== value) onDone(draft);
    setDraft(null);
  };
  return <TextField {...field} value={draft ?? value} onChange={setDraft} onCommit={end} />;
}

function NumberEditor(props: ParameterFieldProps & { label: string; value: number | null }) {
  const { info, value, tuning, onChange, error, warning, label } = props;
  const w = useWords();
  const format = useFormat();
  const { unit } = info;
  const { low, high } = limitsOf(info);
  const range = useRef<readonly [number, number]>(usualRange(info, value ?? 0));
  const [asked, setAsked] = useState<number | null>(null);
  const whole = info.kind === "integer";
  if (value !== null && !isUnlimited(value) && (value < range.current[0] || value > range.current[1]))
    range.current = usualRange(info, value);
  const [from, to] = range.current;
  const enter = (next: number, done: boolean) => {
    if (tuning && (next < from || next > to) && asked !== next) {
      setAsked(next);
      return;
    }
    setAsked(null);
    onChange(next, done);
  };
  const unlimited = isUnlimited(value);
  const slides =
    value !== null && !unlimited && to > from && (!whole || to - from <= 64) && !(low !== undefined && low === high);
  return (
    <>
      <NumberField
        label={label}
        symbol={info.name}
        labelled="beside"
        value={value !== null && Math.abs(value) >= 1e12 ? null : value}
        unit={unit}
        min={low}
        max={high}
        step={slides ? (whole ? 1 : (to - from) / 100) : undefined}
        whole={whole}
        hint={unlimited ? w.design.sheet.noLimit : undefined}
        error={error}
        warning={asked === null ? warning : w.design.sheet.beyond}
        onChange={(next) => enter(next, false)}
        onCommit={(next) => enter(next, true)}
      />
      {slides && (
        <Slider
          label={label}
          value={value}
          min={from}
          max={to}
          step={whole ? 1 : undefined}
          ends={[format.compact(from, 3), format.compact(to, 3)]}
          said={format.joined(format.compact(value), unit)}
          onChange={(next) => onChange(Number(next.toPrecision(6)), false)}
          onCommit={(next) => onChange(Number(next.toPrecision(6)), true)}
          className={css.slider}
        />
      )}
    </>
  );
}
