import {
  AlignStartVertical,
  ArrowLeftRight,
  Pause,
  Play,
  SkipBack,
  SkipForward,
  StepBack,
  StepForward,
} from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { type Player, SPEEDS } from "@/model/review/player";
import { Button, IconButton, Segmented, Tooltip } from "@/ui";
import { useFormat, useWords } from "@/words";
import css from "./Transport.module.css";
import { usePlaying } from "./usePlaying";

export interface TransportProps {
  player: Player;
  onFrame: (direction: 1 | -1) => void;
  onEvent: (direction: 1 | -1) => void;
  /** Null without B. */
  onSwap: (() => void) | null;
  byStage: boolean;
  onByStage: (byStage: boolean) => void;
  /** Why it cannot be aligned by stage. */
  alignReason: string | undefined;
  children?: ReactNode;
}

const SIGN: Record<number, string> = { 0.5: "½" };

/** Buttons of the playback. */
export function Transport(props: TransportProps) {
  const { player, onFrame, onEvent, onSwap, byStage, onByStage, alignReason, children } = props;
  const w = useWords().review;
  const format = useFormat();
  const { playing, speed, length } = usePlaying(player);
  const clock = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const write = () => {
      if (clock.current) clock.current.textContent = format.clock(player.time);
    };
    write();
    return player.onMove(write);
  }, [player, format]);
  const still = length > 0 ? undefined : w.preparing;
  const speeds = SPEEDS.map((value) => ({ value, label: w.times(SIGN[value] ?? String(value)) }));
  return (
    <div className={css.transport} role="toolbar" aria-label={w.timeline}>
      <IconButton
        size="s"
        icon={SkipBack}
        label={w.previousEvent}
        kbd="["
        side="top"
        onClick={() => onEvent(-1)}
        data-testid="review-previous-event"
      />
      <IconButton
        size="s"
        icon={StepBack}
        label={w.previousFrame}
        kbd=","
        side="top"
        className={css.wide}
        onClick={() => onFrame(-1)}
      />
      <IconButton
        variant="primary"
        icon={playing ? Pause : Play}
        label={playing ? w.pause : w.play}
        kbd="P"
        side="top"
        reason={still}
        className={css.play}
        onClick={() => player.toggle()}
        data-testid="review-play"
      />
      <IconButton
        size="s"
        icon={StepForward}
        label={w.nextFrame}
        kbd="."
        side="top"
        className={css.wide}
        onClick={() => onFrame(1)}
      />
      <IconButton
        size="s"
        icon={SkipForward}
        label={w.nextEvent}
        kbd="]"
        side="top"
        onClick={() => onEvent(1)}
        data-testid="review-next-event"
      />
      <span className={css.clock}>
        <span ref={clock} data-testid="review-clock" />
        <span className={css.length}> / {format.clock(length)}</span>
      </span>
      <span className={css.line} />
      <Segmented
        label={w.speed}
        value={speed}
        options={speeds}
        onChange={(value) => {
          player.speed = value;
        }}
        className={css.speeds}
      />
      <span className={css.space} />
      <IconButton
        size="s"
        icon={ArrowLeftRight}
        label={w.swap}
        kbd="A"
        side="top"
        reason={onSwap ? undefined : w.needsTwo}
        onClick={() => onSwap?.()}
        data-testid="review-swap"
      />
      <Tooltip text={alignReason ? "" : w.alignHint} side="top">
        <Button
          size="s"
          variant="quiet"
          icon={AlignStartVertical}
          pressed={byStage && !alignReason}
          side="top"
          reason={alignReason}
          onClick={() => onByStage(!byStage)}
          data-testid="review-align"
        >
          <span className={css.word}>{w.alignStage}</span>
        </Button>
      </Tooltip>
      {children}
    </div>
  );
}
