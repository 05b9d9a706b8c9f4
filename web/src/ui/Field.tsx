import { TriangleAlert } from "lucide-react";
import type { PointerEventHandler, ReactNode } from "react";
import { classes } from "./classes";
import css from "./Field.module.css";
import { Icon } from "./Icon";

/** What every field has. */
export interface FieldProps {
  /** Its name; shown unless `labelled` is "hidden". */
  label: string;
  /** Where the label stands: above (default), beside (property sheets), or only for readers. */
  labelled?: "above" | "beside" | "hidden";
  /** Something in grey after the label, such as a symbol. */
  symbol?: ReactNode;
  /** What is wrong: the name of the part, the value, the next step. */
  error?: string;
  /** What is doubtful. */
  warning?: string;
  /** A line of help beneath. */
  hint?: string;
  /** Why it cannot be changed now. */
  reason?: string | undefined;
  className?: string;
}

/** The frame of a field: label, box, note. */
export function Field(
  props: FieldProps & {
    id: string;
    box?: string;
    onScrub?: PointerEventHandler<HTMLLabelElement>;
    children: ReactNode;
  },
) {
  const { id, label, labelled = "above", symbol, error, warning, hint, reason, className, box, onScrub } = props;
  const note = error ?? warning ?? hint;
  return (
    <div className={classes(css.field, labelled === "beside" && css.beside, reason && css.off, className)}>
      <label
        htmlFor={id}
        className={labelled === "hidden" ? "only-read" : classes(css.label, onScrub && css.scrub)}
        onPointerDown={onScrub}
      >
        {label} {symbol && <span className={css.unit}>{symbol}</span>}
      </label>
      <div className={classes(css.box, box, error ? css.boxBad : warning && css.boxWarn)}>{props.children}</div>
      {note && (
        <span
          id={`${id}-note`}
          role={error ? "alert" : undefined}
          className={classes(css.note, error ? css.bad : warning && css.warn)}
        >
          {(error || warning) && <Icon of={TriangleAlert} size={13} />}
          {note}
        </span>
      )}
    </div>
  );
}
