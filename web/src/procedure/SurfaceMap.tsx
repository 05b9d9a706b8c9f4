import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { dragStep } from "@/documents/dragging";
import type { ProcedureDocument } from "@/gen/documents";
import type { ProcedurePlan } from "@/gen/messages";
import { addKnot, bestPlace, moveKnot, removeKnot } from "@/model/procedure/edit";
import { EDGE, fromMap, inside, nudged, onMap, type Spot } from "@/model/procedure/map";
import { useFormat, useWords } from "@/words";
import css from "./Procedure.module.css";
import type { Edited } from "./useProcedure";

/** Half the width of the drawing, in radians. */
const HALF = EDGE + 0.26;
const STEP = Math.PI / 180;
const RINGS = [30, 60, 90];

const away = (spot: Spot) => `${spot.x.toFixed(4)},${(-spot.y).toFixed(4)}`;
const lineOf = (spots: readonly Spot[]) => spots.map(away).join(" ");

/** How knots are marked that something stands against. */
export function marksOf(plan: ProcedurePlan | null, knot: number): readonly string[] {
  return (plan?.marks ?? []).filter((mark) => mark.knot === knot).map((mark) => mark.message);
}

export interface SurfaceMapProps {
  edited: Edited;
  chosen: number;
  onChoose: (knot: number) => void;
}

/** The surface seen from above: knots are put, dragged and moved by keys. */
export function SurfaceMap({ edited, chosen, onChoose }: SurfaceMapProps) {
  const w = useWords().procedure;
  const format = useFormat();
  const drawing = useRef<SVGSVGElement>(null);
  const { doc, plan, edit } = edited;
  const degrees = (angle: number) => format.angle(angle, 0);

  const spotOf = (event: { clientX: number; clientY: number }): Spot => {
    const box = drawing.current?.getBoundingClientRect();
    if (!box) return { x: 0, y: 0 };
    const scale = (2 * HALF) / Math.min(box.width, box.height);
    return {
      x: (event.clientX - box.left - box.width / 2) * scale,
      y: -(event.clientY - box.top - box.height / 2) * scale,
    };
  };
  const put = (event: PointerEvent) => {
    if (event.button !== 0 || event.target !== event.currentTarget) return;
    const spot = spotOf(event);
    if (Math.hypot(spot.x, spot.y) > EDGE) return;
    const knot = fromMap(spot, doc.knots[chosen]);
    const after = bestPlace(doc.knots, knot);
    edit(w.steps.addKnot, (now) => addKnot(now, knot, after));
    onChoose(after + 1);
  };
  const grab = (number: number) => (down: PointerEvent<SVGGElement>) => {
    if (down.button !== 0) return;
    down.stopPropagation();
    onChoose(number);
    dragStep(edited.store, down, (key) => (_dx, _dy, event) => {
      const move = (now: ProcedureDocument) => moveKnot(now, number, fromMap(inside(spotOf(event)), now.knots[number]));
      edit(w.steps.moveKnot(number + 1), move, key);
    });
  };
  const keyed = (number: number) => (event: KeyboardEvent) => {
    const size = (event.shiftKey ? 0.2 : 1) * STEP;
    const ways: Record<string, [number, number]> = {
      ArrowLeft: [-size, 0],
      ArrowRight: [size, 0],
      ArrowUp: [0, size],
      ArrowDown: [0, -size],
    };
    const way = ways[event.key];
    if (way) {
      event.preventDefault();
      edit(
        w.steps.moveKnot(number + 1),
        (now) => {
          const knot = now.knots[number];
          return knot ? moveKnot(now, number, nudged(knot, ...way)) : now;
        },
        `key ${number}`,
      );
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      edit(w.steps.removeKnot(number + 1), (now) => removeKnot(now, number));
      onChoose(Math.max(0, number - 1));
    }
  };
  const path = (plan?.angles ?? []).map(([a, b]) => onMap({ a, b }));
  return (
    <svg
      ref={drawing}
      className={css.map}
      viewBox={`${-HALF} ${-HALF} ${2 * HALF} ${2 * HALF}`}
      role="group"
      aria-label={w.map}
      data-testid="surface-map"
    >
      <circle r={EDGE} className={css.ground} onPointerDown={put} />
      {RINGS.map((ring) => (
        <g key={ring} className={css.ring}>
          <circle r={ring * STEP} />
          <text x={0.71 * ring * STEP + 0.02} y={-0.71 * ring * STEP - 0.02}>
            {degrees(ring * STEP)}
          </text>
        </g>
      ))}
      <g className={css.axes}>
        <path d={`M${-EDGE} 0H${EDGE}M0 ${-EDGE}V${EDGE}`} />
        <text x={EDGE + 0.06} y={0.04}>
          x
        </text>
        <text x={-0.03} y={-EDGE - 0.06}>
          y
        </text>
      </g>
      <polyline points={lineOf(path.length > 1 ? path : doc.knots.map(onMap))} className={css.path} />
      {path.map((spot, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: inserted knots have no other name than their place
        <circle key={index} cx={spot.x} cy={-spot.y} r={0.016} className={css.between} />
      ))}
      {doc.knots.map((knot, number) => {
        const spot = onMap(knot);
        const marks = marksOf(plan, number);
        const name = w.knotSaid(number + 1, degrees(knot.a), degrees(knot.b));
        return (
          <g
            // biome-ignore lint/suspicious/noArrayIndexKey: a knot is its place in the path
            key={number}
            role="button"
            tabIndex={0}
            aria-pressed={number === chosen}
            aria-label={[name, ...marks].join(". ")}
            transform={`translate(${spot.x} ${-spot.y})`}
            className={css.knot}
            data-marked={marks.length > 0}
            data-chosen={number === chosen}
            data-testid={`knot-${number + 1}`}
            onPointerDown={grab(number)}
            onFocus={() => onChoose(number)}
            onKeyDown={keyed(number)}
          >
            <circle r={0.16} className={css.reach} />
            {marks.length > 0 ? <path d="M0 -0.11L0.1 0.07H-0.1Z" /> : <circle r={0.085} />}
            <text y={0.03}>{marks.length > 0 ? "!" : number + 1}</text>
          </g>
        );
      })}
    </svg>
  );
}
