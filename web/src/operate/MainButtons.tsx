import { Pause, Play, RotateCcw } from "lucide-react";
import { useLive } from "@/link/live";
import { Button, IconButton } from "@/ui";
import { useWords } from "@/words";
import { pause, reset, start } from "./actions";

export interface MainButtonsProps {
  /** Why nothing can be asked of the session now; empty if all can. */
  locked: string;
  /** Why Start does nothing; empty if it starts. */
  noStart: string;
  /** Whether the robot is stopped for want of an operator: then Start is what is needed, even while time runs. */
  absent: boolean;
  /** Of the button to start and pause. */
  className?: string | undefined;
}

/** Back to the start, start and pause: whoever has the panel has these, wherever it is. */
export function MainButtons({ locked, noStart, absent, className }: MainButtonsProps) {
  const w = useWords();
  const state = useLive((live) => live.session?.state ?? "starting");
  const running = state === "running" && !absent;
  return (
    <>
      <IconButton
        icon={RotateCcw}
        label={w.operate.reset}
        side="top"
        reason={locked}
        onClick={() => void reset()}
        data-testid="reset"
      />
      <Button
        variant="primary"
        icon={running ? Pause : Play}
        className={className}
        onClick={running ? pause : () => void start()}
        reason={running ? locked : noStart}
        side="top"
        data-starts=""
        data-testid={running ? "pause" : "start"}
      >
        {running ? w.operate.pause : w.operate.start}
      </Button>
    </>
  );
}
