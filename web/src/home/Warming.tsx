import { useEffect, useState } from "react";
import type { WarmingState } from "@/gen/messages";
import { api } from "@/link/http";
import { Progress, Tooltip } from "@/ui";
import { useWords } from "@/words";
import css from "./Home.module.css";

/** Time between two looks [ms]. */
const LOOK = 3000;

/** How far the exercises are compiled ahead; nothing once they are. */
export function Warming() {
  const w = useWords();
  const [state, setState] = useState<WarmingState | null>(null);
  useEffect(() => {
    let timer = 0;
    let ended = false;
    const look = () => {
      api
        .get<WarmingState>("/api/warming")
        .then((found) => {
          if (ended) return;
          setState(found);
          if (found.state === "working" || found.state === "waiting") timer = window.setTimeout(look, LOOK);
        })
        // it is a convenience only: nothing is said without it
        .catch(() => undefined);
    };
    look();
    return () => {
      ended = true;
      window.clearTimeout(timer);
    };
  }, []);
  if (!state || state.all === 0 || (state.state !== "working" && state.state !== "waiting")) return null;
  return (
    <Tooltip text={w.home.warmingHint}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what it means is said on focus, too */}
      <div className={css.warming} tabIndex={0} data-testid="warming">
        <Progress label={w.home.warming(state.done, state.all)} share={state.done / state.all} />
      </div>
    </Tooltip>
  );
}
