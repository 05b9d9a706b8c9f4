import { Search, X } from "lucide-react";
import { type Ref, useId, useRef } from "react";
import { useWords } from "@/words";
import { Field, type FieldProps } from "./Field";
import css from "./Field.module.css";
import { Icon } from "./Icon";
import { Kbd } from "./Kbd";
import { Unavailable } from "./Unavailable";

/** Props of {@link TextField}. */
export interface TextFieldProps extends FieldProps {
  value: string;
  /** At every key. */
  onChange: (value: string) => void;
  /** On Enter and when the field is left. */
  onCommit?: (value: string) => void;
  placeholder?: string;
  /** More than one makes an area of so many lines. */
  lines?: number;
  maxLength?: number;
  autoFocus?: boolean;
  /** Texts to complete from: the browser's own list. */
  suggestions?: readonly { value: string; label?: string }[];
  ref?: Ref<HTMLInputElement & HTMLTextAreaElement>;
}

/** A line or an area of text. */
export function TextField(props: TextFieldProps) {
  const { value, onChange, onCommit, placeholder, lines = 1, maxLength, autoFocus, suggestions, ref, ...field } = props;
  const id = useId();
  const shared = {
    id,
    ref,
    value,
    placeholder,
    maxLength,
    readOnly: Boolean(field.reason),
    className: css.input,
    "aria-invalid": field.error ? true : undefined,
    "data-autofocus": autoFocus || undefined,
    onBlur: () => onCommit?.(value),
  };
  return (
    <Field {...field} id={id} box={lines > 1 ? css.area : undefined}>
      <Unavailable
        reason={field.reason}
        described={field.error || field.warning || field.hint ? `${id}-note` : undefined}
      >
        {(still) =>
          lines > 1 ? (
            <textarea {...shared} {...still} rows={lines} onChange={(event) => onChange(event.target.value)} />
          ) : (
            <input
              {...shared}
              {...still}
              type="text"
              list={suggestions ? `${id}-list` : undefined}
              autoComplete={suggestions ? "off" : undefined}
              onChange={(event) => onChange(event.target.value)}
              onKeyDown={(event) => event.key === "Enter" && onCommit?.(value)}
            />
          )
        }
      </Unavailable>
      {suggestions && (
        <datalist id={`${id}-list`}>
          {suggestions.map((one) => (
            <option key={one.value} value={one.value} label={one.label} />
          ))}
        </datalist>
      )}
    </Field>
  );
}

/** Props of {@link SearchField}. */
export interface SearchFieldProps {
  /** The accessible name and the text while it is empty. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** On Enter. */
  onCommit?: (value: string) => void;
  /** The key that comes here. */
  kbd?: string;
  /** A list the field walks in: the id of the list, and of the line that is chosen. */
  list?: { id: string; chosen?: string };
  className?: string;
  ref?: Ref<HTMLInputElement>;
}

/** A field to filter or find; Esc and the cross empty it. */
export function SearchField({ label, value, onChange, onCommit, kbd, list, className, ref }: SearchFieldProps) {
  const w = useWords();
  const id = useId();
  const own = useRef<HTMLInputElement>(null);
  return (
    <Field id={id} label={label} labelled="hidden" className={className}>
      <Icon of={Search} size={15} />
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: with a list it is a combobox, which has them */}
      <input
        id={id}
        ref={ref ?? own}
        type="search"
        role={list ? "combobox" : undefined}
        aria-expanded={list ? true : undefined}
        aria-controls={list?.id}
        aria-activedescendant={list?.chosen}
        value={value}
        placeholder={label}
        className={css.input}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") onCommit?.(value);
          if (event.key !== "Escape" || !value) return;
          event.stopPropagation();
          onChange("");
        }}
      />
      {value ? (
        <button type="button" className={css.clear} aria-label={w.common.clear} onClick={() => onChange("")}>
          <Icon of={X} size={14} />
        </button>
      ) : (
        kbd && <Kbd>{kbd}</Kbd>
      )}
    </Field>
  );
}
