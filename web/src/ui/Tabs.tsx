import { type KeyboardEvent, type ReactNode, useId } from "react";
import { classes } from "./classes";
import { Icon, type IconType } from "./Icon";
import css from "./Tabs.module.css";

/** One tab. */
export interface Tab<T extends string> {
  value: T;
  label: ReactNode;
  icon?: IconType;
  /** A count after the label. */
  count?: number;
}

/** Props of {@link Tabs}. */
export interface TabsProps<T extends string> {
  /** The accessible name of the list of tabs. */
  label: string;
  value: T;
  tabs: readonly Tab<T>[];
  onChange: (value: T) => void;
  /** What the chosen tab shows; leave it out where the caller draws the panel. */
  children?: ReactNode;
  /** Something at the end of the row of tabs. */
  end?: ReactNode;
  className?: string;
}

/** Views that share one place. Arrow keys choose. */
export function Tabs<T extends string>({ label, value, tabs, onChange, children, end, className }: TabsProps<T>) {
  const id = useId();
  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = tabs.findIndex((tab) => tab.value === value);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs.at(to % tabs.length);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    onChange(next.value);
    document.getElementById(`${id}-${next.value}`)?.focus();
  };
  return (
    <div className={classes(css.tabs, className)}>
      <div className={css.row}>
        <div role="tablist" aria-label={label} className={css.list} onKeyDown={walk}>
          {tabs.map((tab) => (
            <button
              key={tab.value}
              id={`${id}-${tab.value}`}
              type="button"
              role="tab"
              aria-selected={tab.value === value}
              aria-controls={children === undefined ? undefined : `${id}-panel`}
              tabIndex={tab.value === value ? 0 : -1}
              className={classes(css.tab, tab.value === value && css.on)}
              onClick={() => onChange(tab.value)}
            >
              {tab.icon && <Icon of={tab.icon} size={15} />}
              {tab.label}
              {tab.count !== undefined && <span className={css.count}>{tab.count}</span>}
            </button>
          ))}
        </div>
        {end && <div className={css.end}>{end}</div>}
      </div>
      {children !== undefined && (
        <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`} className={css.panel}>
          {children}
        </div>
      )}
    </div>
  );
}
