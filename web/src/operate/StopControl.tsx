import { LockOpen } from "lucide-react";
import { classes, Icon, StopButton, Unavailable } from "@/ui";
import { useWords } from "@/words";
import { release, stop } from "./actions";
import css from "./StopControl.module.css";

/** The stop; once somebody has pressed it, the way back: release here, then Start. Space goes on to stop. */
export function StopControl({ stopped, locked }: { stopped: boolean; locked: string }) {
  const w = useWords();
  return (
    <div className={css.holder} data-testid="stop" data-stopped={stopped}>
      <span className="only-read" role="status" aria-live="assertive">
        {stopped ? w.operate.stop.stopped : ""}
      </span>
      {stopped ? (
        <Unavailable reason={locked} text={locked ? "" : w.operate.stop.releaseHint}>
          {(still) => (
            <button
              type="button"
              {...still}
              data-testid="release"
              className={classes(css.release, locked && css.still)}
              onClick={() => !locked && void release()}
            >
              <Icon of={LockOpen} size={18} strokeWidth={2} />
              <span>
                {w.operate.stop.release}
                <small>{w.operate.stop.stopped}</small>
              </span>
            </button>
          )}
        </Unavailable>
      ) : (
        <StopButton onStop={stop} />
      )}
    </div>
  );
}
