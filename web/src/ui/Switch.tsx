import { useId } from "react";
import { classes } from "./classes";
import css from "./Switch.module.css";
import { Unavailable } from "./Unavailable";

/** Props of {@link Switch}. */
export interface SwitchProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Why it cannot be changed now. */
  reason?: string | undefined;
  /** Shows the label before the switch (default), after it, or only to readers. */
  labelled?: "before" | "after" | "hidden";
  className?: string;
}

/** On or off, at once. */
export function Switch({ label, checked, onChange, reason, labelled = "before", className }: SwitchProps) {
  const id = useId();
  return (
    <span className={classes(css.row, labelled === "after" && css.after, className)}>
      <label htmlFor={id} className={labelled === "hidden" ? "only-read" : css.label}>
        {label}
      </label>
      <Unavailable reason={reason}>
        {(still) => (
          <button
            id={id}
            type="button"
            role="switch"
            {...still}
            aria-checked={checked}
            className={css.track}
            onClick={() => reason || onChange(!checked)}
          >
            <span className={css.knob} />
          </button>
        )}
      </Unavailable>
    </span>
  );
}
