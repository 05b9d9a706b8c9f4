import type { ReactNode } from "react";
import type { PanelDocument } from "@/gen/documents";
import type { Scene } from "@/gen/messages";
import { useLive } from "@/link/live";
import { Console, type Dock } from "@/panel";
import { EmptyState } from "@/ui";
import { useWords } from "@/words";
import { useDriven } from "./demo";
import { useFrameTurn } from "./frames";
import { MotionPlayer } from "./MotionPlayer";
import css from "./SessionConsole.module.css";
import { StopControl } from "./StopControl";

export interface SessionConsoleProps {
  panel: PanelDocument | null;
  scene: Scene | null;
  /** Whether the session is open. */
  open: boolean;
  /** Whether the robot's right side is on the right of the scene beside the panel; null if that is not known. */
  facing?: boolean | null;
  locked: string;
  /** Whether a stop was pressed and must be released. */
  stopped: boolean;
  dock: Dock;
  onDock: (dock: Dock) => void;
  /** Who has the panel, if that is worth a word. */
  notice: ReactNode;
  focused: boolean;
}

const NOTHING = {};
const NONE: readonly never[] = [];

/** The control panel of the open session with its stop; a session without a panel still has the stop. */
export function SessionConsole(props: SessionConsoleProps) {
  const { panel, scene, open, facing = null, locked, stopped, dock, onDock, notice, focused } = props;
  const w = useWords();
  const name = useLive((live) => live.session?.panel ?? "");
  const turn = useFrameTurn(scene, panel);
  const driven = useDriven();
  const stop = <StopControl stopped={stopped} locked={locked} />;
  if (panel) {
    return (
      <Console
        panel={panel}
        picture={panel.picture ? `/api/documents/panel/${encodeURIComponent(name || panel.name || "")}/picture` : ""}
        joints={scene?.joints ?? NONE}
        effectors={scene?.effectors ?? NOTHING}
        scene={scene}
        turn={turn}
        facing={facing}
        locked={locked}
        dock={dock}
        onDock={onDock}
        stop={stop}
        notice={
          <>
            {notice}
            {open && <MotionPlayer panel={panel} locked={locked} />}
          </>
        }
        focused={focused}
        watched={driven}
      />
    );
  }
  return (
    <aside className={css.empty} aria-label={w.operate.console}>
      <header>
        <h2>{w.operate.console}</h2>
        {stop}
      </header>
      {notice}
      {open && <EmptyState text={w.operate.noPanel} />}
    </aside>
  );
}
