import { type ReactNode, useId } from "react";
import { classes } from "./classes";
import { Icon, type IconType } from "./Icon";
import css from "./Pane.module.css";

/** Props of {@link Pane}. */
export interface PaneProps {
  title: string;
  icon?: IconType;
  /** A grey line under the title. */
  note?: ReactNode;
  /** Buttons at the end of the head. */
  actions?: ReactNode;
  /** `card` has a frame, `glass` floats over the scene, `enamel` is the control panel's own ground. */
  look?: "plain" | "card" | "glass" | "enamel";
  /** The title is for readers only. */
  bare?: boolean;
  /** No padding around the content. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
}

/** A titled part of a screen; its content scrolls. */
export function Pane({ title, icon, note, actions, look = "plain", bare, flush, className, children }: PaneProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes(css.pane, css[look], className)}>
      <header className={bare ? "only-read" : css.head}>
        {icon && <Icon of={icon} size={16} className={css.icon} />}
        <div className={css.names}>
          <h2 id={id} className={css.title}>
            {title}
          </h2>
          {note && <div className={css.note}>{note}</div>}
        </div>
        {actions && <div className={css.actions}>{actions}</div>}
      </header>
      <div className={classes(css.body, flush && css.flush)}>{children}</div>
    </section>
  );
}
