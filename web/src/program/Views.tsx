import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { dragStep } from "@/documents/dragging";
import { changed, dragged } from "@/model/program/edit";
import { useWords } from "@/words";
import css from "./Program.module.css";
import { SpaceView } from "./SpaceView";
import type { Moment } from "./usePlaying";
import type { Edited } from "./useProgram";

/** A step of an arrow key [m]. */
const STEP = 0.01;

interface View {
  name: "side" | "top";
  /** Axes of the interface frame that go to the right and up in the picture, and whether they are turned round. */
  right: number;
  up: number;
  box: { x: number; y: number; width: number; height: number };
}

/** From the right side, x to the right and z up; from above, x up and y to the left. */
const VIEWS: readonly View[] = [
  { name: "side", right: 0, up: 2, box: { x: -0.75, y: -1.25, width: 2.2, height: 1.8 } },
  { name: "top", right: 1, up: 0, box: { x: -1.1, y: -1.45, width: 2.2, height: 2.2 } },
];

const across = (view: View) => (view.name === "top" ? -1 : 1);

interface ViewsProps {
  edited: Edited;
  chosen: number;
  moment: Moment | null;
}

/** The arm in space, from the side and from above; its finger tips are dragged to another target. */
export function Views({ edited, chosen, moment }: ViewsProps) {
  return (
    <div className={css.views}>
      <SpaceView edited={edited} chosen={chosen} moment={moment} />
      {VIEWS.map((view) => (
        <OneView key={view.name} view={view} edited={edited} chosen={chosen} moment={moment} />
      ))}
    </div>
  );
}

function OneView({ view, edited, chosen, moment }: ViewsProps & { view: View }) {
  const w = useWords().program;
  const drawing = useRef<SVGSVGElement>(null);
  const { doc, edit, seen, plan } = edited;
  const { box } = view;
  const put = (point: readonly number[]) =>
    `${(across(view) * (point[view.right] ?? 0)).toFixed(4)},${(-(point[view.up] ?? 0)).toFixed(4)}`;
  const line = (points: readonly (readonly number[])[]) => points.map(put).join(" ");
  const frame = seen?.frames[chosen];
  const end = frame?.arms.at(-1) ?? seen?.start ?? [];
  const shown = (moment && seen?.frames[moment.frame]?.arms[moment.arm]) || end;
  const ways = (seen?.frames ?? []).map((one) => one.arms.flatMap((arm) => arm.slice(-1)));
  // what is dragged is the wish: where a point is refused, the arm stays behind
  const wish = doc.frames[chosen]?.point ?? end.at(-1) ?? [1, 0, 0.35];
  const set = (to: Record<number, number>, key?: string) =>
    edit(w.steps.drag, (now) => changed(now, chosen, (one) => dragged(one, to, seen?.frames[chosen])), key);
  const placeOf = (event: { clientX: number; clientY: number }) => {
    const at = drawing.current?.getScreenCTM()?.inverse();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(at);
    return { [view.right]: across(view) * x, [view.up]: -y };
  };
  const grab = (down: PointerEvent) => {
    if (down.button !== 0) return;
    down.stopPropagation();
    dragStep(
      edited.store,
      down,
      (key) => (_dx, _dy, event) => set(placeOf(event), key),
      () => {},
    );
  };
  const keyed = (event: KeyboardEvent) => {
    const step = (event.shiftKey ? 0.1 : 1) * STEP;
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [view.right, -step * across(view)],
      ArrowRight: [view.right, step * across(view)],
      ArrowUp: [view.up, step],
      ArrowDown: [view.up, -step],
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    set({ [move[0]]: (wish[move[0]] ?? 0) + move[1] }, `key ${chosen} ${view.name}`);
  };
  return (
    <figure className={css.view}>
      <figcaption>{w.views[view.name]}</figcaption>
      <svg
        ref={drawing}
        className={css.drawing}
        viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
        role="group"
        aria-label={w.views[view.name]}
        data-testid={`program-${view.name}`}
        data-planned={plan !== null}
      >
        <rect {...box} className={css.ground} />
        {view.name === "side" ? (
          <>
            <rect x={-0.3} y={0} width={0.6} height={0.45} rx={0.03} className={css.base} />
            <line x1={box.x} x2={box.x + box.width} y1={0.45} y2={0.45} className={css.floor} />
          </>
        ) : (
          <circle r={0.3} className={css.base} />
        )}
        {ways.map((way, index) => (
          <polyline
            // biome-ignore lint/suspicious/noArrayIndexKey: frames have no other name
            key={index}
            points={line(way)}
            className={css.way}
            data-chosen={index === chosen}
            data-refused={seen?.frames[index]?.refused}
          />
        ))}
        <polyline points={line(shown)} className={css.arm} data-testid={`program-arm-${view.name}`} />
        {shown.map((joint, index) => (
          <circle
            // biome-ignore lint/suspicious/noArrayIndexKey: joints have no other name
            key={index}
            r={0.016}
            className={css.joint}
            transform={`translate(${put(joint).replace(",", " ")})`}
          />
        ))}
        {!moment && (
          <g
            role="button"
            tabIndex={0}
            aria-label={w.tip}
            className={css.handle}
            data-refused={frame?.refused ?? false}
            data-testid={`program-tip-${view.name}`}
            transform={`translate(${put(wish).replace(",", " ")})`}
            onPointerDown={grab}
            onKeyDown={keyed}
          >
            <circle r={0.075} className={css.reach} />
            <circle r={0.032} />
          </g>
        )}
      </svg>
    </figure>
  );
}
