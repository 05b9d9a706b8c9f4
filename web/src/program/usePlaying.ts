/** Playing a program as it was looked at: positions of the arm, one after the other. */

import { useCallback, useEffect, useState } from "react";
import type { ProgramPlan } from "@/gen/messages";

/** Time for one shown position [ms]. */
const PACE = 60;

export interface Moment {
  frame: number;
  arm: number;
}

export interface Playing {
  /** The shown position; null: the end of the chosen frame. */
  moment: Moment | null;
  playing: boolean;
  play: () => void;
  stop: () => void;
  /** One frame on, or back. */
  step: (by: -1 | 1) => void;
}

/** The position after another; null after the last. */
function following(plan: ProgramPlan, { frame, arm }: Moment): Moment | null {
  const arms = plan.frames[frame]?.arms.length ?? 0;
  if (arm + 1 < arms) return { frame, arm: arm + 1 };
  return frame + 1 < plan.frames.length ? { frame: frame + 1, arm: 0 } : null;
}

export function usePlaying(plan: ProgramPlan | null, chosen: number, choose: (frame: number) => void): Playing {
  const [moment, setMoment] = useState<Moment | null>(null);
  const playing = moment !== null;
  useEffect(() => {
    if (!moment || !plan) return;
    const timer = window.setTimeout(() => {
      const next = following(plan, moment);
      if (next && next.frame !== moment.frame) choose(next.frame);
      setMoment(next);
    }, PACE);
    return () => window.clearTimeout(timer);
  }, [moment, plan, choose]);
  const play = useCallback(() => {
    choose(0);
    setMoment({ frame: 0, arm: 0 });
  }, [choose]);
  const stop = useCallback(() => setMoment(null), []);
  const step = useCallback(
    (by: -1 | 1) => {
      setMoment(null);
      choose(Math.min(Math.max(chosen + by, 0), (plan?.frames.length ?? 1) - 1));
    },
    [chosen, choose, plan],
  );
  return { moment, playing, play, stop, step };
}
