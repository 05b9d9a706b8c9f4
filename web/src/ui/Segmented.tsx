import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { classes } from "./classes";
import { Icon, type IconType } from "./Icon";
import css from "./Segmented.module.css";
import { Unavailable } from "./Unavailable";

/** One choice of {@link Segmented}. */
export interface SegmentedOption<T extends string | number> {
  value: T;
  label: ReactNode;
  icon?: IconType;
  /** Said instead of the label when that is a sign only. */
  name?: string;
  /** Why it cannot be chosen. */
  reason?: string | undefined;
}

/** Props of {@link Segmented}. */
export interface SegmentedProps<T extends string | number> {
  /** The accessible name of the group. */
  label: string;
  value: T;
  options: readonly SegmentedOption<T>[];
  onChange: (value: T) => void;
  /** Why none can be chosen now. */
  reason?: string | undefined;
  className?: string;
}

/** One of a few choices, all visible: a radio group. Arrow keys choose the next, Home and End the ends. */
export function Segmented<T extends string | number>(props: SegmentedProps<T>) {
  const { label, value, options, onChange, reason, className } = props;
  const group = useRef<HTMLDivElement>(null);
  const walk = (event: KeyboardEvent) => {
    const open = options.filter((option) => !option.reason);
    const at = open.findIndex((option) => option.value === value);
    const to = {
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      Home: 0,
      End: open.length - 1,
    }[event.key];
    if (to === undefined || reason || !open.length) return;
    event.preventDefault();
    event.stopPropagation();
    const next = open.at(to % open.length);
    if (!next) return;
    onChange(next.value);
    group.current?.querySelector<HTMLElement>(`[data-value="${CSS.escape(String(next.value))}"]`)?.focus();
  };
  const chosen = options.some((option) => option.value === value);
  return (
    <div ref={group} role="radiogroup" aria-label={label} className={classes(css.group, className)} onKeyDown={walk}>
      {options.map((option, index) => (
        <Unavailable key={option.value} reason={reason || option.reason}>
          {(still) => (
            <button
              type="button"
              role="radio"
              {...still}
              data-value={option.value}
              aria-checked={option.value === value}
              aria-label={option.name}
              tabIndex={option.value === value || (!chosen && index === 0) ? 0 : -1}
              className={classes(css.option, option.value === value && css.on)}
              onClick={() => still["aria-disabled"] || onChange(option.value)}
            >
              {option.icon && <Icon of={option.icon} size={15} />}
              {option.label}
            </button>
          )}
        </Unavailable>
      ))}
    </div>
  );
}
