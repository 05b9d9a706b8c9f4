import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { changed, dragged, turned } from "@/model/program/edit";
import { Segmented } from "@/ui";
import { useWords } from "@/words";
import css from "./Program.module.css";
import { type GizmoMode, ProgramStage, type Shown, type Told } from "./stage";
import type { Moment } from "./usePlaying";
import type { Edited } from "./useProgram";

/** A step of an arrow key [m, rad]; with Shift a tenth. */
const STEP = { move: 0.01, turn: Math.PI / 36 };

interface SpaceProps {
  edited: Edited;
  chosen: number;
  moment: Moment | null;
}

let drags = 0;

/** The arm in three dimensions: the target is moved and turned by a gizmo, the numbers follow. */
export function SpaceView({ edited, chosen, moment }: SpaceProps) {
  const words = useWords();
  const w = words.program;
  const host = useRef<HTMLDivElement>(null);
  const stage = useRef<ProgramStage | null>(null);
  const [mode, setMode] = useState<GizmoMode>("move");
  const [trouble, setTrouble] = useState(false);
  const { doc, edit, seen, store } = edited;
  const frame = doc.frames[chosen];
  const planned = seen?.frames[chosen];
  const end = planned?.arms.at(-1) ?? seen?.start ?? [];
  const target = {
    point: frame?.point ?? end.at(-1) ?? [1, 0, 0.35],
    pitch: frame?.pitch ?? planned?.pitch ?? 0,
    roll: frame?.roll ?? planned?.angles[4] ?? 0,
    heading: planned?.angles[0] ?? 0,
    refused: planned?.refused ?? false,
  };
  const shown: Shown = {
    arm: (moment && seen?.frames[moment.frame]?.arms[moment.arm]) || end,
    ways: (seen?.frames ?? []).map((one, index) => ({
      points: one.arms.flatMap((arm) => arm.slice(-1)),
      chosen: index === chosen,
      refused: one.refused,
    })),
    target: moment ? null : target,
  };
  const move = (to: Readonly<Record<number, number>>, key: string) =>
    edit(w.steps.drag, (now) => changed(now, chosen, (one) => dragged(one, to, planned)), key);
  const turn = (to: { pitch?: number; roll?: number }, key: string) =>
    edit(w.steps.turn, (now) => changed(now, chosen, (one) => turned(one, to, planned)), key);
  const told: Told = {
    onMove: ([x, y, z]) => move({ 0: x, 1: y, 2: z }, `gizmo ${drags}`),
    onTurn: (to) => turn(to, `gizmo ${drags}`),
    onEnd: () => {
      drags += 1;
      store.getState().seal();
    },
  };
  const latest = useRef(told);
  latest.current = told;
  useEffect(() => {
    if (!host.current) return;
    try {
      stage.current = new ProgramStage(host.current, {
        onMove: (point) => latest.current.onMove(point),
        onTurn: (to) => latest.current.onTurn(to),
        onEnd: () => latest.current.onEnd(),
      });
    } catch {
      setTrouble(true);
    }
    return () => {
      stage.current?.dispose();
      stage.current = null;
    };
  }, []);
  useEffect(() => stage.current?.mode(mode), [mode]);
  useEffect(() => stage.current?.show(shown));
  const keyed = (event: KeyboardEvent) => {
    if (moment) return;
    const step = (event.shiftKey ? 0.1 : 1) * STEP[mode];
    const key = `key ${chosen} ${mode}`;
    const [x = 0, y = 0, z = 0] = target.point;
    const acts: Record<string, () => void> =
      mode === "move"
        ? {
            ArrowUp: () => move({ 0: x + step }, key),
            ArrowDown: () => move({ 0: x - step }, key),
            ArrowLeft: () => move({ 1: y + step }, key),
            ArrowRight: () => move({ 1: y - step }, key),
            PageUp: () => move({ 2: z + step }, key),
            PageDown: () => move({ 2: z - step }, key),
          }
        : {
            ArrowUp: () => turn({ pitch: target.pitch - step }, key),
            ArrowDown: () => turn({ pitch: target.pitch + step }, key),
            ArrowLeft: () => turn({ roll: target.roll - step }, key),
            ArrowRight: () => turn({ roll: target.roll + step }, key),
          };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <figure className={css.view}>
      <figcaption className={css.spaceHead}>
        {w.views.space}
        <Segmented
          label={w.gizmo.label}
          value={mode}
          options={(["move", "turn"] as const).map((value) => ({ value, label: w.gizmo[value] }))}
          onChange={setMode}
        />
      </figcaption>
      <div
        ref={host}
        className={css.space}
        role="group"
        aria-label={`${w.views.space}. ${mode === "move" ? w.gizmo.moveKeys : w.gizmo.turnKeys}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows move and turn the target
        tabIndex={0}
        data-testid="program-space"
        onKeyDown={keyed}
      >
        {trouble && <p className={css.quiet}>{words.scene.noGraphics}</p>}
      </div>
    </figure>
  );
}
