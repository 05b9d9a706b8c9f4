import { useEffect, useMemo, useRef } from "react";
import { openSession, useLive } from "@/link/live";
import { sessionScene } from "@/link/scene";
import { useStops } from "@/link/stops";
import { readPanel } from "@/model/panel/elements";
import { loadPanel } from "@/panel";
import { useRoute } from "@/shell/router";
import { Button, EmptyState, ErrorBoundary, ToastViewport } from "@/ui";
import { type Said, said, useLanguage, useWords } from "@/words";
import { useIdleHints, useLimitCautions, useStopToasts } from "./cautions";
import css from "./console.module.css";
import { DemoBar } from "./DemoBar";
import { LinkBanner } from "./LinkBanner";
import { useLocked, useNoStart, usePanelLocked } from "./locked";
import { MainButtons } from "./MainButtons";
import { useOpen } from "./open";
import { useOperator } from "./operator";
import { SessionConsole } from "./SessionConsole";
import { Starting } from "./Starting";
import { useScene } from "./scenes";
import { useGamepads } from "./useGamepads";
import { useMovingKeys } from "./useMovingKeys";
import { WhoNotice } from "./Who";
import { usePanelSigns } from "./windows";

/** The control panel alone, in a window of its own: for a second screen. */
export default function ConsoleScreen() {
  const w = useWords();
  const language = useLanguage();
  const { rest, query } = useRoute();
  const wanted = rest[0] ?? "";
  const id = useLive((live) => live.id);
  const link = useLive((live) => live.link);
  const described = useLive((live) => live.described);
  const session = useLive((live) => live.session);
  const planned = useLive((live) => live.planned);
  const told = described?.panel ?? planned?.panel;
  const panel = useMemo(() => readPanel(told), [told]);
  const { scene } = useScene(
    id && (described || planned) ? sessionScene(id) : null,
    Math.max(1, described?.number ?? 1),
  );
  const open = useOpen();
  const locked = useLocked(open);
  const panelLocked = usePanelLocked(locked);
  const { asked } = useOperator(open, query.get("from") ?? "");
  const stops = useStops();
  const noStart = useNoStart(open, stops.pressed);
  const pad = useGamepads(panel);
  const area = useRef<HTMLDivElement>(null);
  const nowhere = useRef<HTMLDivElement>(null);
  const areas = useMemo(() => ({ scene: nowhere, console: area }), []);
  useEffect(() => {
    if (wanted) openSession(wanted);
  }, [wanted]);
  usePanelSigns(wanted);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another start with the same panel is told by the session
  useEffect(() => loadPanel(panel, planned?.values), [panel]);
  const focused = useMovingKeys({ panel, locked: panelLocked, areas });
  useLimitCautions(panel, scene?.joints ?? NONE);
  useStopToasts(panel);
  useIdleHints(panel, stops.pressed);
  const title = said(session?.title as Said | undefined, language) || session?.exercise || "";
  useEffect(() => {
    if (title) document.title = w.operate.window.title(title);
  }, [title, w]);
  useEffect(() => {
    // moving keys work as soon as the window has the focus, unless somebody is busy with a control
    const focus = () => document.activeElement === document.body && area.current?.focus();
    if (open) focus();
    window.addEventListener("focus", focus);
    return () => window.removeEventListener("focus", focus);
  }, [open]);
  const gone = !wanted || session?.state === "ended" || (link === "open" && session === null && id !== "" && !open);
  return (
    <div className={css.window} data-testid="console-window" data-session={id}>
      <h1 className="only-read">{w.operate.console}</h1>
      <div
        ref={area}
        className={css.panel}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the moving keys act while the panel has the focus
        tabIndex={0}
        role="region"
        aria-label={w.operate.console}
      >
        <ErrorBoundary of={id}>
          {gone ? (
            <EmptyState
              text={w.operate.window.none}
              action={<Button onClick={() => window.close()}>{w.operate.window.close}</Button>}
            />
          ) : (
            <SessionConsole
              panel={panel}
              scene={scene}
              open={open}
              locked={panelLocked}
              stopped={stops.pressed}
              dock="window"
              onDock={() => window.close()}
              notice={asked && <WhoNotice />}
              focused={focused === "console"}
            />
          )}
        </ErrorBoundary>
        {!gone && !open && <Starting />}
        <DemoBar panel={panel} />
        <LinkBanner pad={pad > 0} />
      </div>
      <div className={css.messages}>
        <ToastViewport inside />
      </div>
      {!gone && (
        <footer className={css.foot} data-testid="transport" data-state={session?.state ?? "starting"}>
          <MainButtons locked={locked} noStart={noStart} absent={stops.absent} className={css.main} />
        </footer>
      )}
    </div>
  );
}

const NONE: readonly never[] = [];
