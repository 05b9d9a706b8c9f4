import { type ReactNode, useEffect, useRef, useState } from "react";
import { Kbd } from "./Kbd";
import { type Side, usePlaced } from "./place";
import css from "./Tooltip.module.css";

/** Props of {@link Tooltip}. */
export interface TooltipProps {
  /** What it says; nothing is shown while it is empty. */
  text: ReactNode;
  /** The key that does the same. */
  kbd?: string | undefined;
  side?: Side | undefined;
  /** Milliseconds until it shows under a pointer. */
  delay?: number;
  /** Shows at a press, too: for what answers a press with nothing else. A finger does not hover. */
  insists?: boolean;
  /** The element it explains. */
  children: ReactNode;
}

/** A short explanation beside an element, shown on hover and on keyboard focus. Esc hides it. */
export function Tooltip({ text, kbd, side = "bottom", delay = 450, insists = false, children }: TooltipProps) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const target = useRef<Element>(null);
  const box = useRef<HTMLDivElement>(null);
  const timer = useRef(0);
  const shown = open && text !== "";
  usePlaced(shown, target, box, side, "centre");
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const show = (after: number) => {
    target.current = anchor.current?.firstElementChild ?? anchor.current;
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setOpen(true), after);
  };
  const hide = () => {
    window.clearTimeout(timer.current);
    setOpen(false);
  };
  return (
    // The wrapper draws no box of its own; it only hears what happens to the element inside.
    <span
      ref={anchor}
      className={css.anchor}
      onPointerEnter={(event) => event.pointerType === "mouse" && show(delay)}
      onPointerLeave={hide}
      onPointerDown={hide}
      onClick={() => insists && show(0)}
      onFocus={(event) => event.target.matches(":focus-visible") && show(0)}
      onBlur={hide}
      onKeyDown={(event) => event.key === "Escape" && hide()}
    >
      {children}
      {shown && (
        <div ref={box} role="tooltip" popover="manual" className={css.box}>
          {text}
          {kbd && <Kbd>{kbd}</Kbd>}
        </div>
      )}
    </span>
  );
}
