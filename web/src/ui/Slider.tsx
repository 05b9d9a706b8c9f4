import { type CSSProperties, useId } from "react";
import { classes } from "./classes";
import css from "./Slider.module.css";
import { Unavailable } from "./Unavailable";

/** Props of {@link Slider}. */
export interface SliderProps {
  /** The accessible name; shown above with `labelled`. */
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  /** While it moves. */
  onChange: (value: number) => void;
  /** Once, when it is let go: one step of undo. */
  onCommit?: (value: number) => void;
  /** What a screen reader says for the value, e.g. `0.10 m/s`. */
  said?: string;
  /** Shows the label above. */
  labelled?: boolean;
  /** Shows the ends of the range at the sides. */
  ends?: readonly [string, string];
  /** Why it cannot be moved now. */
  reason?: string | undefined;
  className?: string;
}

/** A value on a line between two ends. */
export function Slider(props: SliderProps) {
  const { label, value, min, max, step, onChange, onCommit, said, labelled, ends, reason, className } = props;
  const id = useId();
  const share = max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 0;
  const commit = (input: HTMLInputElement) => reason || onCommit?.(Number(input.value));
  return (
    <div className={classes(css.slider, className)}>
      <label htmlFor={id} className={labelled ? css.label : "only-read"}>
        {label}
      </label>
      <div className={css.row}>
        {ends && <span className={css.end}>{ends[0]}</span>}
        <Unavailable reason={reason}>
          {(still) => (
            <input
              id={id}
              type="range"
              {...still}
              className={css.line}
              style={{ "--share": share } as CSSProperties}
              min={min}
              max={max}
              step={step ?? (max - min) / 200}
              value={value}
              aria-valuetext={said}
              onChange={(event) => reason || onChange(Number(event.target.value))}
              onPointerUp={(event) => commit(event.currentTarget)}
              onKeyUp={(event) => /^(Arrow|Page|Home|End)/.test(event.key) && commit(event.currentTarget)}
            />
          )}
        </Unavailable>
        {ends && <span className={css.end}>{ends[1]}</span>}
      </div>
    </div>
  );
}
