import { type ReactNode, useId } from "react";
import css from "./Checkbox.module.css";
import { classes } from "./classes";

/** Props of {@link Checkbox}. */
export interface CheckboxProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  className?: string;
}

/** A choice that stands beside others. */
export function Checkbox({ label, checked, onChange, className }: CheckboxProps) {
  const id = useId();
  return (
    <span className={classes(css.row, className)}>
      <input
        id={id}
        type="checkbox"
        checked={checked}
        className={css.box}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id}>{label}</label>
    </span>
  );
}
