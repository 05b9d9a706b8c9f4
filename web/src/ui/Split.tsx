import { type PointerEvent, type ReactNode, useEffect, useState } from "react";
import { CLOSED, paneKey, paneSize } from "@/model/pane";
import { useWords } from "@/words";
import { classes } from "./classes";
import { isNumber, kept, keep as store } from "./keep";
import css from "./Split.module.css";
import { usePhone } from "./usePhone";

/** Props of {@link Split}. */
export interface SplitProps {
  /** The side the pane stands at. */
  side: "left" | "right" | "top" | "bottom";
  /** Its usual size [px]; double-click on the edge restores it. */
  size: number;
  min: number;
  max: number;
  /** Name under which its size is kept, e.g. `operate.console`. */
  keep: string;
  /** What the pane is, for the edge's accessible name. */
  label: string;
  /** Whether it can be closed to its edge (default yes). */
  closes?: boolean;
  /** Opens or closes from outside, e.g. by a button; leave it out to let the edge alone decide. */
  open?: boolean;
  /** The edge opened or closed it. */
  onOpenChange?: (open: boolean) => void;
  /** What stands in the pane. */
  pane: ReactNode;
  /** What fills the rest. */
  children: ReactNode;
  className?: string;
  /** On a phone held upright both stand in a column, of these heights [css]; a height left out is that of the content. */
  stacks?: { rest?: string; pane?: string };
}

const GROWS = { left: "ArrowRight", right: "ArrowLeft", top: "ArrowDown", bottom: "ArrowUp" } as const;

/** A pane at one side and the rest; the edge between them can be dragged. Splits nest. */
export function Split(props: SplitProps) {
  const {
    side,
    size: usual,
    min,
    max,
    keep,
    label,
    closes = true,
    open,
    onOpenChange,
    pane,
    children,
    className,
    stacks,
  } = props;
  const phone = usePhone();
  const w = useWords();
  const limits = { size: usual, min, max, closes };
  const [size, setSize] = useState(() => {
    const was = kept(`pane.${keep}`, usual, isNumber);
    return was === CLOSED && closes ? CLOSED : paneSize(Math.max(was, min), limits);
  });
  const [dragging, setDragging] = useState(false);
  const upright = side === "left" || side === "right";

  const change = (next: number) => {
    setSize(next);
    store(`pane.${keep}`, next);
    if ((next === CLOSED) !== (size === CLOSED)) onOpenChange?.(next !== CLOSED);
  };
  // The outside may open and close the pane too; its size while open is its own.
  useEffect(() => {
    if (open === undefined) return;
    setSize((now) => (open ? (now === CLOSED ? usual : now) : CLOSED));
  }, [open, usual]);

  const drag = (down: PointerEvent<HTMLDivElement>) => {
    if (down.button !== 0) return;
    const edge = down.currentTarget;
    const from = { x: down.clientX, y: down.clientY, size };
    let last = size;
    const sign = side === "left" || side === "top" ? 1 : -1;
    const move = (event: globalThis.PointerEvent) => {
      const by = upright ? event.clientX - from.x : event.clientY - from.y;
      last = paneSize(from.size + sign * by, limits);
      setSize(last);
    };
    const stop = (event: globalThis.PointerEvent | KeyboardEvent) => {
      if (event instanceof KeyboardEvent) {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        last = from.size;
        setSize(last);
      }
      edge.removeEventListener("pointermove", move);
      edge.removeEventListener("pointerup", stop);
      edge.removeEventListener("pointercancel", stop);
      window.removeEventListener("keydown", stop, true);
      setDragging(false);
      if (last !== from.size) change(last);
    };
    setDragging(true);
    edge.setPointerCapture(down.pointerId);
    edge.addEventListener("pointermove", move);
    edge.addEventListener("pointerup", stop);
    edge.addEventListener("pointercancel", stop);
    window.addEventListener("keydown", stop, true);
  };

  if (phone && stacks) {
    return (
      <div className={classes(css.stacked, className)}>
        <div className={css.first} style={stacks.rest ? { height: stacks.rest } : undefined}>
          {children}
        </div>
        <div className={css.second} style={stacks.pane ? { height: stacks.pane } : undefined}>
          {pane}
        </div>
      </div>
    );
  }
  return (
    <div className={classes(css.split, css[side], dragging && css.dragging, className)}>
      <div className={css.rest}>{children}</div>
      <div
        role="separator"
        tabIndex={0}
        aria-label={size === CLOSED ? w.common.openPane(label) : w.common.resize(label)}
        aria-orientation={upright ? "vertical" : "horizontal"}
        aria-valuenow={size}
        aria-valuemin={closes ? CLOSED : min}
        aria-valuemax={max}
        className={classes(css.edge, size === CLOSED && css.closed)}
        onPointerDown={drag}
        onDoubleClick={() => change(usual)}
        onKeyDown={(event) => {
          const next = paneKey(event.key, size, GROWS[side], limits);
          if (next === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          change(next);
        }}
      />
      {size !== CLOSED && (
        <div className={css.pane} style={{ [upright ? "width" : "height"]: size }}>
          {pane}
        </div>
      )}
    </div>
  );
}
