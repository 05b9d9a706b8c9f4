import { ChevronDown } from "lucide-react";
import { useId } from "react";
import { classes } from "./classes";
import { Field, type FieldProps } from "./Field";
import css from "./Field.module.css";
import { Icon } from "./Icon";
import { Unavailable } from "./Unavailable";

/** One choice of {@link Select}; `group` gathers choices under a heading. */
export interface SelectOption<T extends string> {
  value: T;
  label: string;
  group?: string;
  /** Not to be chosen; the label says why. */
  disabled?: boolean;
}

/** Props of {@link Select}. */
export interface SelectProps<T extends string> extends FieldProps {
  value: T;
  options: readonly SelectOption<T>[];
  onChange: (value: T) => void;
  /** Shown while `value` is none of the options. */
  placeholder?: string;
}

/** One of many choices: the browser's own list. */
export function Select<T extends string>({ value, options, onChange, placeholder, ...field }: SelectProps<T>) {
  const id = useId();
  const groups = [...new Set(options.map((option) => option.group ?? ""))];
  const line = (option: SelectOption<T>) => (
    <option key={option.value} value={option.value} disabled={option.disabled}>
      {option.label}
    </option>
  );
  return (
    <Field {...field} id={id} box={css.selectBox}>
      <Unavailable
        reason={field.reason}
        described={field.error || field.warning || field.hint ? `${id}-note` : undefined}
      >
        {(still) => (
          <select
            id={id}
            {...still}
            value={value}
            className={classes(css.input, css.select)}
            aria-invalid={field.error ? true : undefined}
            // the browser's list of a select that cannot be changed stays closed
            onMouseDown={(event) => field.reason && event.preventDefault()}
            onKeyDown={(event) => field.reason && event.key !== "Tab" && event.preventDefault()}
            onChange={(event) => field.reason || onChange(event.target.value as T)}
          >
            {placeholder !== undefined && !options.some((option) => option.value === value) && (
              <option value={value}>{placeholder}</option>
            )}
            {groups.map((group) => {
              const lines = options.filter((option) => (option.group ?? "") === group).map(line);
              return group ? (
                <optgroup key={group} label={group}>
                  {lines}
                </optgroup>
              ) : (
                lines
              );
            })}
          </select>
        )}
      </Unavailable>
      <Icon of={ChevronDown} size={14} />
    </Field>
  );
}
