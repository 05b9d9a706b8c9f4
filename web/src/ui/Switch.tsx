import { useId } from "react";
import { classes } from "./classes";
import css from "./Switch.module.css";

/** Props of {@link Switch}. */
export interface SwitchProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  /** Shows the label before the switch (default), after it, or only to readers. */
  labelled?: "before" | "after" | "hidden";
  className?: string;
}

/** On or off, at once. */
export function Switch({ label, checked, onChange, disabled, labelled = "before", className }: SwitchProps) {
  const id = useId();
  return (
    <span className={classes(css.row, labelled === "after" && css.after, className)}>
      <label htmlFor={id} className={labelled === "hidden" ? "only-read" : css.label}>
        {label}
      </label>
      <button
        id={id}
        type="button"
        role="switch"
        aria-checked={checked}
        disabled={disabled}
        className={css.track}
        onClick={() => onChange(!checked)}
      >
        <span className={css.knob} />
      </button>
    </span>
  );
}
