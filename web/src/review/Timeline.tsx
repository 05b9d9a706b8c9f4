import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef } from "react";
import type { Alignment } from "@/model/review/align";
import { rulerMarks } from "@/model/review/lane";
import type { Player } from "@/model/review/player";
import { useFormat, useWords } from "@/words";
import type { Letter } from "./Key";
import { Lane } from "./Lane";
import type { Attempt } from "./loaded";
import css from "./Timeline.module.css";
import { usePlaying } from "./usePlaying";
import { useSize } from "./useSize";

export interface TimelineProps {
  a: Attempt;
  b: Attempt | null;
  alignment: Alignment;
  player: Player;
  /** The chart below. */
  children?: ReactNode;
}

const KEYS: Record<string, (time: number, length: number) => number> = {
  ArrowLeft: (time) => time - 0.1,
  ArrowDown: (time) => time - 0.1,
  ArrowRight: (time) => time + 0.1,
  ArrowUp: (time) => time + 0.1,
  PageDown: (time, length) => time - length / 10,
  PageUp: (time, length) => time + length / 10,
  Home: () => 0,
  End: (_time, length) => length,
};

/** Ruler, attempts and chart over one time, with the playhead through all of them. */
export function Timeline({ a, b, alignment, player, children }: TimelineProps) {
  const format = useFormat();
  const axis = useRef<HTMLDivElement>(null);
  const { width } = useSize(axis);
  const { length } = usePlaying(player);
  const share = (time: number) => (length > 0 ? Math.min(1, Math.max(0, time / length)) : 0);

  const seekTo = (event: PointerEvent) => {
    const box = axis.current?.getBoundingClientRect();
    if (box && box.width > 0) player.seek(((event.clientX - box.left) / box.width) * player.length);
  };
  const drag = (down: PointerEvent<HTMLDivElement>) => {
    // Signs of events are buttons: a press there is theirs.
    if (down.button !== 0 || (down.target as Element).closest("button")) return;
    const area = down.currentTarget;
    area.setPointerCapture(down.pointerId);
    seekTo(down);
    const move = (event: globalThis.PointerEvent) => seekTo(event as unknown as PointerEvent);
    const end = () => {
      area.removeEventListener("pointermove", move);
      area.removeEventListener("pointerup", end);
      area.removeEventListener("pointercancel", end);
    };
    area.addEventListener("pointermove", move);
    area.addEventListener("pointerup", end);
    area.addEventListener("pointercancel", end);
  };

  const lanes: [Letter, Attempt, (time: number) => number][] = [["a", a, (time) => time]];
  if (b) lanes.push(["b", b, alignment.fromB]);
  return (
    <div className={css.timeline} onPointerDown={drag} role="none" data-testid="review-timeline">
      <div className={css.ruler} aria-hidden="true">
        {rulerMarks(length, width).map((time) => (
          <span key={time} style={{ "--from": share(time) } as CSSProperties}>
            {rulerText(time)}
          </span>
        ))}
      </div>
      {lanes.map(([letter, attempt, clock]) => (
        <Lane
          key={letter}
          letter={letter}
          attempt={attempt}
          shareOf={(time) => share(clock(time))}
          onSeek={(time) => player.seek(clock(time))}
        />
      ))}
      {children}
      <div ref={axis} className={css.axis}>
        <Playhead player={player} length={length} textOf={(time) => format.clock(time)} />
      </div>
    </div>
  );

  function rulerText(time: number): string {
    if (time % 1 !== 0) return format.number(time, 1);
    return `${Math.floor(time / 60)}:${String(time % 60).padStart(2, "0")}`;
  }
}

interface PlayheadProps {
  player: Player;
  length: number;
  textOf: (time: number) => string;
}

/** The line at the time of the clock; arrows move it. */
function Playhead({ player, length, textOf }: PlayheadProps) {
  const w = useWords().review;
  const head = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = () => {
      const element = head.current;
      if (!element) return;
      element.style.setProperty("--from", String(player.length > 0 ? player.time / player.length : 0));
      element.setAttribute("aria-valuenow", player.time.toFixed(2));
      element.setAttribute("aria-valuetext", w.positionOf(textOf(player.time), textOf(player.length)));
    };
    place();
    return player.onMove(place);
  }, [player, w, textOf]);
  const keys = (event: KeyboardEvent) => {
    const to = KEYS[event.key];
    if (!to || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    player.seek(to(player.time, player.length));
  };
  return (
    <div
      ref={head}
      className={css.head}
      role="slider"
      tabIndex={0}
      aria-label={w.position}
      aria-valuemin={0}
      aria-valuemax={Number(length.toFixed(2))}
      aria-valuenow={0}
      onKeyDown={keys}
      data-testid="review-playhead"
    >
      <svg viewBox="0 0 12 16" width="12" height="16" className={css.grip} aria-hidden="true">
        <path d="M0 1a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v8.5L6 16 0 9.5z" />
      </svg>
    </div>
  );
}
