import type { ButtonHTMLAttributes, Ref } from "react";
import css from "./Button.module.css";
import { classes } from "./classes";
import { Icon, type IconType } from "./Icon";
import { Kbd } from "./Kbd";
import type { Side } from "./place";
import { Unavailable } from "./Unavailable";

/** Looks of a button: the one main action, ordinary, without a frame, dangerous. */
export type ButtonVariant = "primary" | "default" | "quiet" | "danger";

/** Props of {@link Button}; those of a native button pass through. */
export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant;
  /** `s` 26 px, `m` 32 px, `l` 40 px tall. */
  size?: "s" | "m" | "l";
  /** An icon before the label. */
  icon?: IconType;
  /** The key that does the same, shown at the end. */
  kbd?: string;
  /** A toggle: pressed or not (gives `aria-pressed`). */
  pressed?: boolean;
  /** Work is under way: the icon turns and presses are ignored. */
  busy?: boolean;
  /** Why it cannot be used now: dims it, keeps it focusable and says why; see {@link Unavailable}. */
  reason?: string | undefined;
  /** Side of the tooltip. */
  side?: Side | undefined;
  ref?: Ref<HTMLButtonElement>;
}

/** A button with a word on it. Words are verbs. */
export function Button(props: ButtonProps) {
  const {
    variant = "default",
    size = "m",
    icon,
    kbd,
    pressed,
    busy,
    reason,
    side,
    title,
    children,
    className,
    onClick,
    ...rest
  } = props;
  const still = busy || Boolean(reason);
  return (
    <Unavailable reason={reason} side={side}>
      {(described) => (
        <button
          type="button"
          {...rest}
          {...described}
          title={reason ? undefined : title}
          aria-pressed={pressed}
          aria-busy={busy || undefined}
          aria-disabled={still || undefined}
          onClick={still ? undefined : onClick}
          className={classes(
            css.button,
            css[variant],
            css[size],
            pressed && css.pressed,
            still && css.still,
            className,
          )}
        >
          {busy ? (
            <span className={css.spin} aria-hidden="true" />
          ) : (
            icon && <Icon of={icon} size={size === "s" ? 14 : 15} />
          )}
          {children}
          {kbd && <Kbd>{kbd}</Kbd>}
        </button>
      )}
    </Unavailable>
  );
}

/** Props of {@link IconButton}. */
export interface IconButtonProps extends Omit<ButtonProps, "icon" | "children" | "kbd"> {
  icon: IconType;
  /** What it does: the accessible name and the tooltip. */
  label: string;
  /** The key that does the same, shown in the tooltip. */
  kbd?: string;
}

/** A square button with an icon only; the tooltip says its label and key. */
export function IconButton(props: IconButtonProps) {
  const {
    icon,
    label,
    kbd,
    side,
    variant = "quiet",
    size = "m",
    pressed,
    busy,
    reason,
    className,
    onClick,
    ...rest
  } = props;
  const still = busy || Boolean(reason);
  return (
    <Unavailable reason={reason} text={label} kbd={kbd} side={side}>
      {(described) => (
        <button
          type="button"
          {...rest}
          {...described}
          aria-label={label}
          aria-pressed={pressed}
          aria-busy={busy || undefined}
          aria-disabled={still || undefined}
          onClick={still ? undefined : onClick}
          className={classes(
            css.button,
            css[variant],
            css[size],
            css.square,
            pressed && css.pressed,
            still && css.still,
            className,
          )}
        >
          {busy ? <span className={css.spin} aria-hidden="true" /> : <Icon of={icon} size={size === "s" ? 15 : 16} />}
        </button>
      )}
    </Unavailable>
  );
}
