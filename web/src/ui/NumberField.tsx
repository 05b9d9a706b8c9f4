import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from "react";
import { type QuantityProblem, readQuantity, shownFactor, toShown } from "@/model/quantity";
import { type Format, useFormat, useWords, type Words } from "@/words";
import { classes } from "./classes";
import { Field, type FieldProps } from "./Field";
import css from "./Field.module.css";
import { Unavailable } from "./Unavailable";

/** Props of {@link NumberField}. All values are in `unit`, that is SI. */
export interface NumberFieldProps extends FieldProps {
  /** The value in `unit`; null shows an empty field. */
  value: number | null;
  /** The SI unit of the value: m, rad, N·m; "1" for a plain number. */
  unit?: string;
  /** The unit people see and type bare numbers in: mm, deg; `unit` unless told. */
  shown?: string;
  min?: number;
  max?: number;
  /** One press of an arrow key, in `unit`. Unless told: 1 % of the range, else one of the last digit shown. */
  step?: number;
  /** Significant digits shown. */
  digits?: number;
  /** Only whole numbers (in `shown` units). */
  whole?: boolean;
  /** Every new value: a commit, an arrow key, each move of a scrub. */
  onChange: (value: number) => void;
  /** The end of an edit (Enter, leaving, key released, scrub let go): one step of undo. */
  onCommit?: (value: number) => void;
}

function explained(problem: QuantityProblem, unit: string, format: Format, w: Words): string {
  const n = w.common.number;
  if (problem.kind === "empty" || problem.kind === "syntax") return n[problem.kind];
  if (problem.kind === "unknown") return n.unknown(problem.name);
  const wanted = format.unit(unit);
  return wanted ? n.unit(problem.given, wanted) : n.unitless(problem.given);
}

/** A number with its unit: takes sums and units, arrows step it, dragging the label scrubs it. */
export function NumberField(props: NumberFieldProps) {
  const { value, unit = "1", shown = unit, min, max, digits = 6, whole, onChange, onCommit, ...field } = props;
  const id = useId();
  const w = useWords();
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  /** The text while someone edits it; null when the field mirrors the value. */
  const [draft, setDraft] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const latest = useRef(value ?? 0);
  const moved = useRef(false);
  if (!moved.current) latest.current = value ?? 0;

  const factor = shownFactor(unit, shown);
  const written = (si: number) => format.compact(toShown(si, unit, shown), digits);
  const step =
    props.step ??
    (min !== undefined && max !== undefined ? (max - min) / 100 : whole ? factor : natural(value, factor));
  const limited = (si: number) => Math.min(max ?? Infinity, Math.max(min ?? -Infinity, si));

  const commit = () => {
    if (draft === null) return;
    const result = readQuantity(draft, unit, shown);
    if (!result.ok) return setError(explained(result.problem, shown, format, w));
    const n = w.common.number;
    if (min !== undefined && result.value < min) return setError(n.low(format.joined(written(min), shown)));
    if (max !== undefined && result.value > max) return setError(n.high(format.joined(written(max), shown)));
    if (whole && !Number.isInteger(toShown(result.value, unit, shown))) return setError(n.whole);
    restore();
    if (result.value === value) return;
    onChange(result.value);
    onCommit?.(result.value);
  };
  const restore = () => {
    setDraft(null);
    setError(undefined);
  };
  const move = (steps: number) => {
    const exact = latest.current + steps * step;
    // Whole multiples of a small part of the step, so that ten steps of 0.1 make 1.
    const next = limited(
      whole
        ? Math.round(exact / factor) * factor
        : Number((Math.round((exact / step) * 100) * (step / 100)).toPrecision(12)),
    );
    restore();
    if (next === latest.current) return;
    moved.current = true;
    latest.current = next;
    onChange(next);
  };
  const settle = () => {
    if (!moved.current) return;
    moved.current = false;
    onCommit?.(latest.current);
  };

  const keyed = (event: KeyboardEvent) => {
    if (field.reason) return;
    const size = event.shiftKey ? 0.1 : 1;
    const steps = { ArrowUp: size, ArrowDown: -size, PageUp: 10, PageDown: -10 }[event.key];
    if (steps !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      move(whole ? Math.sign(steps) * Math.max(1, Math.abs(steps)) : steps);
    } else if (event.key === "Enter") {
      commit();
      input.current?.select();
    } else if (event.key === "Escape" && draft !== null) {
      event.stopPropagation();
      restore();
    }
  };

  const scrub = (down: PointerEvent<HTMLLabelElement>) => {
    if (field.reason || value === null || down.button !== 0) return;
    const label = down.currentTarget;
    const start = { x: down.clientX, value };
    let dragging = false;
    const drag = (event: globalThis.PointerEvent) => {
      const distance = event.clientX - start.x;
      if (!dragging && Math.abs(distance) < 4) return;
      dragging = true;
      latest.current = start.value;
      move(Math.round(distance / 3) * (event.shiftKey ? 0.1 : 1));
    };
    const end = (event: globalThis.PointerEvent) => {
      label.removeEventListener("pointermove", drag);
      label.removeEventListener("pointerup", end);
      label.removeEventListener("pointercancel", end);
      if (!dragging) return;
      // A scrub is no press of the label: focus stays where it was.
      label.addEventListener("click", (click) => click.preventDefault(), { once: true });
      event.preventDefault();
      settle();
    };
    label.setPointerCapture(down.pointerId);
    label.addEventListener("pointermove", drag);
    label.addEventListener("pointerup", end);
    label.addEventListener("pointercancel", end);
  };

  const wrong = error ?? field.error;
  return (
    <Field {...field} error={wrong} id={id} onScrub={field.labelled === "hidden" ? undefined : scrub}>
      <Unavailable reason={field.reason} described={wrong || field.warning || field.hint ? `${id}-note` : undefined}>
        {(still) => (
          <input
            id={id}
            ref={input}
            type="text"
            inputMode="text"
            role="spinbutton"
            autoComplete="off"
            spellCheck={false}
            {...still}
            readOnly={Boolean(field.reason)}
            className={classes(css.input, css.number)}
            aria-invalid={wrong ? true : undefined}
            aria-valuenow={value === null ? undefined : toShown(value, unit, shown)}
            aria-valuemin={min === undefined ? undefined : toShown(min, unit, shown)}
            aria-valuemax={max === undefined ? undefined : toShown(max, unit, shown)}
            aria-valuetext={value === null ? undefined : format.joined(written(value), shown)}
            value={draft ?? (value === null ? "" : written(value))}
            onChange={(event) => {
              setDraft(event.target.value);
              setError(undefined);
            }}
            onFocus={(event) => event.target.select()}
            onBlur={() => {
              settle();
              commit();
            }}
            onKeyDown={keyed}
            onKeyUp={settle}
          />
        )}
      </Unavailable>
      {format.unit(shown) && <span className={css.unit}>{format.unit(shown)}</span>}
    </Field>
  );
}

/** A step that fits the size of a value without a range: a tenth of its decade, so 1 to 10 % of it. */
function natural(value: number | null, factor: number): number {
  const size = Math.abs(value ?? 0) / factor;
  return factor * (size > 0 ? 10 ** (Math.floor(Math.log10(size)) - 1) : 0.1);
}
