import type { KeyboardEvent, PointerEvent } from "react";
import { dragStep } from "@/documents/dragging";
import { bentTo, movableParts, type WirePart } from "@/model/scheme/bends";
import type { Point } from "@/model/scheme/document";
import { classes } from "@/ui";
import { useWords } from "@/words";
import { useEditor } from "../context";
import css from "./WireEdge.module.css";

/** Half of what can be gripped of a part [px]. */
const GRIP = 16;
/** How far a key moves a part [px]. */
const NUDGE = 10;
const STEP: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Handles on the straight parts of a selected wire: dragged sideways they bend it, a double click straightens it. */
export function BendHandles({ wire, points }: { wire: string; points: readonly Point[] }) {
  const w = useWords();
  const { store, actions, flow } = useEditor();
  const drag = (part: WirePart, down: PointerEvent) => {
    if (down.button !== 0) return;
    down.stopPropagation();
    const zoom = flow.current?.getZoom() ?? 1;
    const { x, y } = part.middle;
    dragStep(
      store,
      down,
      (key) => (dx, dy) => actions.bend(wire, bentTo(points, part.index, { x: x + dx / zoom, y: y + dy / zoom }), key),
    );
  };
  const nudge = (part: WirePart, event: KeyboardEvent) => {
    if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      actions.bend(wire, undefined);
      return;
    }
    const [x, y] = STEP[event.key] ?? [0, 0];
    const by = (part.across ? y : x) * NUDGE;
    if (by === 0) return;
    event.preventDefault();
    const to = { x: part.middle.x + by, y: part.middle.y + by };
    actions.bend(wire, bentTo(points, part.index, to), `nudge ${wire} ${part.index}`);
  };
  return movableParts(points).map((part) => {
    const { index, middle, across, length } = part;
    const along = Math.min(GRIP, length / 2);
    const [wide, high] = across ? [along, GRIP] : [GRIP, along];
    return (
      <g
        key={index}
        role="button"
        tabIndex={0}
        aria-label={w.design.canvas.bendHandle(wire)}
        className={classes("nopan nodrag nokey", css.handle, across ? css.upDown : css.leftRight)}
        onPointerDown={(event) => drag(part, event)}
        onClick={(event) => event.stopPropagation()}
        onDoubleClick={(event) => {
          event.stopPropagation();
          actions.bend(wire, undefined);
        }}
        onKeyDown={(event) => nudge(part, event)}
        data-testid="bend-handle"
      >
        <rect x={middle.x - wide} y={middle.y - high} width={2 * wide} height={2 * high} className={css.grip} />
        <rect
          x={middle.x - (across ? 8 : 3.5)}
          y={middle.y - (across ? 3.5 : 8)}
          width={across ? 16 : 7}
          height={across ? 7 : 16}
          rx={3.5}
          className={css.knob}
        />
      </g>
    );
  });
}
