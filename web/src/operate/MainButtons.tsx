import { Pause, Play, RotateCcw } from "lucide-react";
import { useLive } from "@/link/live";
import { Button, IconButton } from "@/ui";
import { useWords } from "@/words";
import { pause, reset, start } from "./actions";

export interface MainButtonsProps {
  /** Why nothing can be asked of the session now; empty if all can. */
  locked: string;
  /** Whether a stop must be released before Start. */
  stopped: boolean;
  /** Of the button to start and pause. */
  className?: string | undefined;
}

/** Back to the start, start and pause: whoever has the panel has these, wherever it is. */
export function MainButtons({ locked, stopped, className }: MainButtonsProps) {
  const w = useWords();
  const state = useLive((live) => live.session?.state ?? "starting");
  const running = state === "running";
  const noStart = state === "halted" ? w.operate.dead.haltedNext : stopped ? w.operate.stop.startFirst : "";
  return (
    <>
      <IconButton
        icon={RotateCcw}
        label={w.operate.reset}
        side="top"
        reason={locked || undefined}
        onClick={() => void reset()}
        data-testid="reset"
      />
      <Button
        variant="primary"
        icon={running ? Pause : Play}
        className={className}
        onClick={running ? pause : start}
        reason={locked || (running ? "" : noStart) || undefined}
        data-testid={running ? "pause" : "start"}
      >
        {running ? w.operate.pause : w.operate.start}
      </Button>
    </>
  );
}
