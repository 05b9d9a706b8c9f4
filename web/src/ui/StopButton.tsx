import { OctagonX } from "lucide-react";
import { useWords } from "@/words";
import { classes } from "./classes";
import { Icon } from "./Icon";
import { Kbd } from "./Kbd";
import css from "./StopButton.module.css";

/** Props of {@link StopButton}. */
export interface StopButtonProps {
  /** Acts on the press, not on the release: nothing delays a stop. */
  onStop: () => void;
  /** The robot is stopped: the button shows it by being pushed in. It can still be pressed. */
  stopped?: boolean;
  /** Another word than "Stop", e.g. "Stopped" or "Release". */
  label?: string;
  className?: string;
}

/** The stop: red with a yellow ring, never disabled. Dialogs pass presses on it through. */
export function StopButton({ onStop, stopped, label, className }: StopButtonProps) {
  const w = useWords();
  return (
    <button
      type="button"
      data-stop=""
      aria-keyshortcuts="Space"
      className={classes(css.stop, stopped && css.stopped, className)}
      onPointerDown={(event) => event.button === 0 && onStop()}
      onClick={(event) => {
        // A click without a pointer comes from the keyboard or from a reader; the pointer has acted already.
        if (event.detail === 0) onStop();
      }}
    >
      <Icon of={OctagonX} size={19} strokeWidth={2.2} />
      {label ?? w.common.stop}
      <Kbd>{w.common.space}</Kbd>
    </button>
  );
}
