/** Fields that several sheets use. */

import { Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { Button, IconButton, NumberField, TextField } from "@/ui";
import { useWords } from "@/words";
import css from "./Sheet.module.css";

export type Text = string | Record<string, string> | undefined;

export function Section({ title, children, end }: { title: string; children: ReactNode; end?: ReactNode }) {
  return (
    <section className={css.section}>
      <h3>
        {title}
        {end}
      </h3>
      <div className={css.stack}>{children}</div>
    </section>
  );
}

/** A text in one language: a plain one is English. */
export const partOf = (text: Text, language: "en" | "ru"): string =>
  typeof text === "string" ? (language === "en" ? text : "") : (text?.[language] ?? "");

/** Text with one language changed, written as shortly as it can be; undefined if nothing is left. */
export function withPart(text: Text, language: "en" | "ru", part: string): Text {
  const all: Record<string, string> = typeof text === "string" ? { en: text } : { ...text };
  all[language] = part;
  const filled = Object.entries(all).filter(([, words]) => words !== "");
  if (filled.length === 0) return undefined;
  const [only] = filled;
  return filled.length === 1 && only?.[0] === "en" ? only[1] : Object.fromEntries(filled);
}

/** A text in English and Russian. */
export function TextPair(props: {
  label: string;
  value: Text;
  onChange: (value: Text, language: string) => void;
  onCommit: () => void;
  lines?: number;
  placeholder?: string;
  testid?: string;
}) {
  const { label, value, onChange, onCommit, lines, placeholder, testid } = props;
  const s = useWords().paneleditor.sheet;
  return (
    <div className={css.pair} data-testid={testid}>
      {(["en", "ru"] as const).map((language) => (
        <div key={language} className={css.word}>
          <span aria-hidden="true">{language.toUpperCase()}</span>
          <TextField
            label={`${label}, ${language === "en" ? s.english : s.russian}`}
            labelled="hidden"
            value={partOf(value, language)}
            placeholder={placeholder ?? ""}
            {...(lines ? { lines } : {})}
            onChange={(text) => onChange(withPart(value, language, text), language)}
            onCommit={onCommit}
          />
        </div>
      ))}
    </div>
  );
}

/** A number that may be left out. */
export function OptionalNumber(props: {
  label: string;
  value: number | null | undefined;
  fallback: number;
  /** Said while it is left out. */
  none: string;
  onChange: (value: number | undefined) => void;
  onCommit: () => void;
  whole?: boolean;
  min?: number;
}) {
  const { label, value, fallback, none, onChange, onCommit, whole, min } = props;
  const s = useWords().paneleditor.sheet;
  if (value === undefined || value === null)
    return (
      <div className={css.beside}>
        <span>{label}</span>
        <Button size="s" variant="quiet" icon={Plus} onClick={() => onChange(fallback)}>
          {none}
        </Button>
      </div>
    );
  return (
    <div className={css.clearable}>
      <NumberField
        label={label}
        labelled="beside"
        value={value}
        {...(whole ? { whole } : {})}
        {...(min === undefined ? {} : { min })}
        onChange={onChange}
        onCommit={onCommit}
      />
      <IconButton
        icon={X}
        size="s"
        label={`${label}: ${s.leaveOut}`}
        onClick={() => {
          onChange(undefined);
          onCommit();
        }}
      />
    </div>
  );
}

/** Two ends; `none` is offered to leave them out. */
export function RangeField(props: {
  label: string;
  value: number[] | undefined;
  onChange: (value: number[] | undefined) => void;
  onCommit: () => void;
  /** What it starts with when it may be left out. */
  fallback?: number[];
}) {
  const { label, value, onChange, onCommit, fallback } = props;
  const s = useWords().paneleditor.sheet;
  const [low, high] = value ?? [];
  if (low === undefined || high === undefined)
    return (
      <div className={css.beside}>
        <span>{label}</span>
        <Button size="s" variant="quiet" icon={Plus} onClick={() => onChange(fallback ?? [0, 1])}>
          {s.addZone}
        </Button>
      </div>
    );
  return (
    <div className={css.range}>
      <span>{label}</span>
      <NumberField
        label={`${label}: ${s.low}`}
        labelled="hidden"
        value={low}
        onChange={(next) => onChange([next, high])}
        onCommit={onCommit}
      />
      <span aria-hidden="true">–</span>
      <NumberField
        label={`${label}: ${s.high}`}
        labelled="hidden"
        value={high}
        onChange={(next) => onChange([low, next])}
        onCommit={onCommit}
      />
      {fallback && (
        <IconButton icon={X} size="s" label={`${label}: ${s.leaveOut}`} onClick={() => onChange(undefined)} />
      )}
    </div>
  );
}

/** The unit of what an element shows or gives; undefined for plain numbers. */
export function UnitField(props: {
  value: string;
  onChange: (unit: string | undefined) => void;
  onCommit: () => void;
}) {
  const s = useWords().paneleditor.sheet;
  return (
    <TextField
      label={s.unit}
      labelled="beside"
      value={props.value}
      placeholder="1"
      hint={s.unitHint}
      onChange={(value) => props.onChange(value || undefined)}
      onCommit={props.onCommit}
    />
  );
}
