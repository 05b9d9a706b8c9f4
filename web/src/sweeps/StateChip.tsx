import { CircleCheck, CircleX, Clock, Loader, Pause } from "lucide-react";
import type { SweepState } from "@/gen/messages";
import { Chip, type IconType, type Tone } from "@/ui";
import { useWords } from "@/words";

const LOOKS: Record<SweepState, { tone: Tone; icon: IconType }> = {
  planned: { tone: "plain", icon: Clock },
  running: { tone: "accent", icon: Loader },
  stopping: { tone: "warn", icon: Loader },
  interrupted: { tone: "warn", icon: Pause },
  done: { tone: "ok", icon: CircleCheck },
  failed: { tone: "bad", icon: CircleX },
};

/** The state of a sweep. */
export function StateChip({ state }: { state: SweepState }) {
  const w = useWords().sweeps;
  return (
    <span data-testid="sweep-state" data-state={state}>
      <Chip {...LOOKS[state]}>{w.states[state]}</Chip>
    </span>
  );
}
