import { AppWindow, SquareArrowOutDownLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Button, Icon } from "@/ui";
import { useWords } from "@/words";
import css from "./AwayBar.module.css";

/** Stands where the panel was while it is in a window of its own: the way back, and the stop. */
export function AwayBar({ onBack, stop }: { onBack: () => void; stop: ReactNode }) {
  const w = useWords();
  return (
    <div className={css.bar} role="region" aria-label={w.operate.console} data-testid="panel-away">
      <Icon of={AppWindow} size={17} />
      <span className={css.words}>{w.operate.window.locked}</span>
      <Button size="s" icon={SquareArrowOutDownLeft} onClick={onBack} data-testid="panel-back">
        {w.operate.window.back}
      </Button>
      <span className={css.space} />
      {stop}
    </div>
  );
}
