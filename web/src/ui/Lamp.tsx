import { useWords } from "@/words";
import { classes } from "./classes";
import css from "./Lamp.module.css";

/** What a lamp says; every state has its own shape. */
export type LampState = "off" | "yes" | "caution" | "stop";

/** Props of {@link Lamp}. */
export interface LampProps {
  state: LampState;
  /** Its name, shown beside it. Leave it out where other words stand there. */
  label?: string;
  /** Blinks (1 Hz) until acknowledged. */
  blink?: boolean;
  /** Edge of the sign [px]. */
  size?: number;
  className?: string;
}

const SHAPES: Record<LampState, string> = {
  off: "M-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0z",
  yes: "M-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0z",
  caution: "M0-7.5L8 6.5H-8z",
  stop: "M-3-7.5h6l4.5 4.5v6l-4.5 4.5h-6l-4.5-4.5v-6z",
};

/** A lamp: round grey off, round green yes, triangle amber caution, octagon red stop. */
export function Lamp({ state, label, blink, size = 18, className }: LampProps) {
  const w = useWords();
  return (
    <span className={classes(css.lamp, className)} data-state={state}>
      <svg
        width={size}
        height={size}
        viewBox="-9 -9 18 18"
        aria-hidden="true"
        className={classes(css[state], blink && css.blink)}
      >
        <path d={SHAPES[state]} />
      </svg>
      {label}
      <span className="only-read">: {w.common.lamp[state]}</span>
    </span>
  );
}
