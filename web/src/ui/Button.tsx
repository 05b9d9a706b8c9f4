import type { ButtonHTMLAttributes, Ref } from "react";
import css from "./Button.module.css";
import { classes } from "./classes";
import { Icon, type IconType } from "./Icon";
import { Kbd } from "./Kbd";
import type { Side } from "./place";
import { type Still, Unavailable } from "./Unavailable";

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

/** The native button that all buttons are: what it says of itself, and that it does nothing while it may not. */
function Plain({ variant, size, pressed, busy, reason, className, onClick, described, children, ...rest }: PlainProps) {
  const still = busy || Boolean(reason);
  return (
    <button
      type="button"
      {...rest}
      {...described}
      aria-pressed={pressed}
      aria-busy={busy || undefined}
      aria-disabled={still || undefined}
      onClick={still ? undefined : onClick}
      className={classes(css.button, css[variant], css[size], pressed && css.pressed, still && css.still, className)}
    >
      {children}
    </button>
  );
}

interface PlainProps extends Omit<ButtonProps, "icon" | "kbd" | "side"> {
  variant: ButtonVariant;
  size: "s" | "m" | "l";
  described: Still;
}

const SPIN = <span className={css.spin} aria-hidden="true" />;

/** A button with a word on it. Words are verbs. */
export function Button({ variant = "default", size = "m", icon, kbd, side, title, children, ...rest }: ButtonProps) {
  const { reason, busy } = rest;
  return (
    <Unavailable reason={reason} side={side}>
      {(described) => (
        <Plain {...rest} variant={variant} size={size} described={described} title={reason ? undefined : title}>
          {busy ? SPIN : icon && <Icon of={icon} size={size === "s" ? 14 : 15} />}
          {children}
          {kbd && <Kbd>{kbd}</Kbd>}
        </Plain>
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
export function IconButton({ icon, label, kbd, side, variant = "quiet", size = "m", ...rest }: IconButtonProps) {
  const { reason, busy, className } = rest;
  const square = classes(css.square, className);
  return (
    <Unavailable reason={reason} text={label} kbd={kbd} side={side}>
      {(described) => (
        <Plain {...rest} variant={variant} size={size} described={described} aria-label={label} className={square}>
          {busy ? SPIN : <Icon of={icon} size={size === "s" ? 15 : 16} />}
        </Plain>
      )}
    </Unavailable>
  );
}
