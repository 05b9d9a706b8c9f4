import { LockOpen, Pause, Play, SquareX } from "lucide-react";
import { endSession } from "@/link/live";
import { stopRobot } from "@/link/stopping";
import { Button, IconButton, StopButton } from "@/ui";
import { useWords } from "@/words";
import { control, type RunState, release } from "../running";
import css from "./Toolbar.module.css";

/** Props of {@link RunControls}. */
export interface RunControlsProps {
  run: RunState;
  /** Whether somebody pressed the stop: then it must be released. */
  stopped: boolean;
  /** Whether the robot is stopped for want of an operator: Start ends that. */
  absent: boolean;
}

/** The running session: start and pause, its end, and the stop. Once stopped, the way back is release, then Start. */
export function RunControls({ run, stopped, absent }: RunControlsProps) {
  const t = useWords().design.tools;
  const held = stopped && run !== "halted";
  return (
    <>
      {run === "running" && !held && !absent ? (
        <IconButton icon={Pause} size="s" label={t.pause} onClick={() => void control("pause")} data-testid="pause" />
      ) : (
        <IconButton
          icon={Play}
          size="s"
          label={t.start}
          reason={held ? t.releaseFirst : undefined}
          onClick={() => void control("start")}
          data-testid="start"
        />
      )}
      <IconButton
        icon={SquareX}
        size="s"
        label={t.stopRun}
        onClick={() => void endSession()}
        data-testid="end-session"
      />
      <span className="only-read" role="status" aria-live="assertive">
        {held ? t.halted : ""}
      </span>
      {held ? (
        <Button
          icon={LockOpen}
          className={css.release}
          title={t.releaseHint}
          onClick={() => void release()}
          data-testid="release"
        >
          {t.release}
        </Button>
      ) : (
        <StopButton onStop={() => void stopRobot()} stopped={run === "halted"} className={css.stop} />
      )}
    </>
  );
}
