import { type KeyboardEvent, type PointerEvent, useMemo, useRef } from "react";
import { dragStep } from "@/documents/dragging";
import type { TunnelDocument } from "@/gen/documents";
import {
  extend,
  type Handle,
  handleAt,
  insert,
  move,
  remove,
  SIDES,
  type Spot,
  sameHandle,
  spotOf,
} from "@/model/tunnel/edit";
import { useWords } from "@/words";
import { nameOf } from "./Sheet";
import css from "./Tunnel.module.css";
import type { Edited } from "./useTunnel";

/** A step of an arrow key [m]. */
const STEP = 0.005;

const pair = ([x = 0, y = 0]: readonly number[]) => `${x.toFixed(5)},${(-y).toFixed(5)}`;
const lineOf = (points: readonly (readonly number[])[]) => points.map(pair).join(" ");

export interface DrawingProps {
  edited: Edited;
  /** Whether a click draws the tunnel on; else it puts a point into a wall. */
  extending: boolean;
  chosen: Handle | null;
  onChoose: (handle: Handle | null) => void;
}

/** Part of the plane that is shown: the walls with some room around them. It stays while a point is dragged. */
function frameOf(doc: TunnelDocument) {
  const points = [...doc.left, ...doc.right];
  const [xs, ys] = [points.map(([x = 0]) => x), points.map(([, y = 0]) => y)];
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const room = 0.2 * Math.max(right - left, high - low, 0.2);
  return { x: left - room, y: -high - room, width: right - left + 2 * room, height: high - low + 2 * room };
}

/** The tunnel from above: points of the walls are dragged, put and taken away, the target is dragged. */
export function Drawing({ edited, extending, chosen, onChoose }: DrawingProps) {
  const w = useWords().tunnel;
  const drawing = useRef<SVGSVGElement>(null);
  const dragging = useRef(false);
  const { doc, edit, plan, seen } = edited;
  const kept = useRef(frameOf(doc));
  if (!dragging.current) kept.current = frameOf(doc);
  const frame = kept.current;
  const size = Math.max(frame.width, frame.height);
  const marks = useMemo(() => (plan?.faults ?? []).map((fault) => handleAt(fault.place)), [plan]);

  const placeOf = (event: { clientX: number; clientY: number }): Spot => {
    const at = drawing.current?.getScreenCTM()?.inverse();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(at);
    return { x, y: -y };
  };
  const put = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const spot = placeOf(event);
    if (extending) {
      edit(w.steps.extend, (now) => extend(now, spot));
      return;
    }
    const { handle } = insert(doc, spot);
    edit(w.steps.add, (now) => insert(now, spot).doc);
    onChoose(handle);
  };
  const grab = (handle: Handle) => (down: PointerEvent<SVGGElement>) => {
    if (down.button !== 0) return;
    down.stopPropagation();
    onChoose(handle);
    dragging.current = true;
    dragStep(
      edited.store,
      down,
      (key) => (_dx, _dy, event) => {
        const spot = placeOf(event);
        edit(w.steps.move, (now) => move(now, handle, spot), key);
      },
      () => {
        dragging.current = false;
      },
    );
  };
  const keyed = (handle: Handle) => (event: KeyboardEvent) => {
    const step = (event.shiftKey ? 0.2 : 1) * STEP;
    const ways: Record<string, [number, number]> = {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, step],
      ArrowDown: [0, -step],
    };
    const way = ways[event.key];
    if (way) {
      event.preventDefault();
      const by = (now: TunnelDocument): TunnelDocument => {
        const at = spotOf(now, handle);
        return move(now, handle, { x: at.x + way[0], y: at.y + way[1] });
      };
      edit(w.steps.move, by, `key ${JSON.stringify(handle)}`);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      edit(w.steps.remove, (now) => remove(now, handle));
      onChoose(null);
    }
  };
  const handles: Handle[] = [
    ...SIDES.flatMap((side) => doc[side].map((_, index): Handle => ({ side, index }))),
    { side: "target" },
  ];
  return (
    <svg
      ref={drawing}
      className={css.drawing}
      viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`}
      role="group"
      aria-label={w.drawing}
      data-testid="tunnel-drawing"
      data-planned={plan !== null}
    >
      <rect
        x={frame.x - size}
        y={frame.y - size}
        width={frame.width + 2 * size}
        height={frame.height + 2 * size}
        className={css.ground}
        onPointerDown={put}
      />
      {seen?.corners.map((corner) => (
        <circle key={corner.place} cx={corner.x} cy={-corner.y} r={corner.radius} className={css.circle} />
      ))}
      {seen?.arms.map((joints, index) => (
        <polyline
          // biome-ignore lint/suspicious/noArrayIndexKey: positions have no other name
          key={index}
          points={lineOf(joints)}
          className={css.arm}
          style={{ strokeWidth: Math.max(doc.arm?.width ?? 0.02, 0.004) }}
        />
      ))}
      {seen && <polyline points={lineOf(seen.path)} className={css.path} />}
      {SIDES.map((side) => (
        <polyline key={side} points={lineOf(doc[side])} className={css.wall} />
      ))}
      {handles.map((handle) => {
        const spot = spotOf(doc, handle);
        const marked = marks.some((mark) => sameHandle(mark, handle));
        const name = nameOf(handle, w);
        return (
          <g
            key={handle.side === "target" ? "target" : `${handle.side} ${handle.index}`}
            role="button"
            tabIndex={0}
            aria-label={name}
            aria-pressed={sameHandle(handle, chosen)}
            transform={`translate(${spot.x} ${-spot.y}) scale(${size / 100})`}
            className={css.handle}
            data-target={handle.side === "target"}
            data-marked={marked}
            data-chosen={sameHandle(handle, chosen)}
            data-testid={handle.side === "target" ? "target" : `${handle.side}-${handle.index}`}
            onPointerDown={grab(handle)}
            onFocus={() => onChoose(handle)}
            onKeyDown={keyed(handle)}
          >
            <circle r={2.4} className={css.reach} />
            {marked ? <path d="M0 -1.7L1.6 1.1H-1.6Z" /> : <circle r={1.1} />}
          </g>
        );
      })}
    </svg>
  );
}
