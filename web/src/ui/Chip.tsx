import type { ReactNode } from "react";
import css from "./Chip.module.css";
import { classes } from "./classes";
import { Icon, type IconType } from "./Icon";

/** States with a colour. An icon or a word always says the same. */
export type Tone = "plain" | "ok" | "warn" | "bad" | "accent";

/** Props of {@link Chip}. */
export interface ChipProps {
  tone?: Tone;
  icon?: IconType;
  children: ReactNode;
  className?: string;
}

/** A short state in a pill: Done, Near limit, Stopped. */
export function Chip({ tone = "plain", icon, children, className }: ChipProps) {
  return (
    <span className={classes(css.chip, css[tone], className)}>
      {icon && <Icon of={icon} size={12} strokeWidth={2} />}
      {children}
    </span>
  );
}

/** A count in a small pill, e.g. on a tab. */
export function Badge({ tone = "plain", children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classes(css.badge, css[tone])}>{children}</span>;
}
