import { Gamepad2 } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLive } from "@/link/live";
import { sessionScene } from "@/link/scene";
import { useStops } from "@/link/stops";
import { readPanel } from "@/model/panel/elements";
import { DRIVING_VIEWS, type ViewName } from "@/model/scene/views";
import { type Dock, Listening, loadPanel } from "@/panel";
import type { SceneView } from "@/scene/SceneView";
import { rememberPlace, usePlace, useTopBarItem } from "@/shell/topbar";
import {
  Chip,
  classes,
  ErrorBoundary,
  ErrorBox,
  Icon,
  isBoolean,
  Split,
  ToastViewport,
  Tooltip,
  useKept,
  usePhone,
} from "@/ui";
import { type Said, said, useLanguage, useWords } from "@/words";
import { AwayBar } from "./AwayBar";
import { useIdleHints, useLimitCautions, useStopToasts } from "./cautions";
import { DemoBar } from "./DemoBar";
import { useFacing } from "./facing";
import { LinkBanner, useSilent } from "./LinkBanner";
import { useLocked, useNoStart, usePanelLocked } from "./locked";
import { useOpen } from "./open";
import type { Opening } from "./opening";
import { useOperator, useSettled, useTakenBack } from "./operator";
import small from "./Phone.module.css";
import { PlotsSlot } from "./PlotsSlot";
import { Preview } from "./Preview";
import { SceneArea } from "./SceneArea";
import { SessionConsole } from "./SessionConsole";
import css from "./SessionView.module.css";
import { Dead, Starting } from "./Starting";
import { StopControl } from "./StopControl";
import { useScene } from "./scenes";
import { Task } from "./Task";
import { Transport } from "./Transport";
import { useGamepads } from "./useGamepads";
import { useMovingKeys } from "./useMovingKeys";
import { useWide } from "./useWide";
import { Me, WhoNotice } from "./Who";
import { usePanelWindow } from "./windows";

const isDock = (value: unknown): value is Edge => value === "right" || value === "bottom";
type Views = Readonly<Record<string, ViewName>>;
const NO_VIEWS: Views = {};
const isView = (value: unknown): value is ViewName => DRIVING_VIEWS.includes(value as ViewName);
const isViews = (value: unknown): value is Views =>
  typeof value === "object" && value !== null && Object.values(value).every(isView);
const NOTHING = {};

type Edge = Exclude<Dock, "window" | "phone">;

/** Puts the exercise, the attempt and the devices into the top bar. */
function useBar(pad: number): void {
  const w = useWords();
  const language = useLanguage();
  const title = useLive(
    (live) => said(live.session?.title as Said | undefined, language) || live.session?.exercise || "",
  );
  const attempt = useLive((live) => live.account?.attempt ?? 0);
  const badge = useMemo(
    () => (attempt > 0 ? <Chip className={css.attempt}>{w.operate.attempt(attempt)}</Chip> : null),
    [attempt, w],
  );
  usePlace(title ? [{ label: title }] : [], badge);
  const device = useMemo(
    () =>
      pad > 0 ? (
        <Tooltip text={w.operate.device(pad)}>
          <span className={css.device} data-testid="device">
            <Icon of={Gamepad2} size={15} />
            <span className={css.deviceName}>{w.operate.device(pad)}</span>
          </span>
        </Tooltip>
      ) : null,
    [pad, w],
  );
  useTopBarItem("operate-device", device, 1);
  useTopBarItem(
    "operate-me",
    useMemo(() => <Me />, []),
    9,
  );
}

/** One session: scene, task, console, transport, plots. */
export function SessionView({ name, opening, path }: { name: string; opening: Opening; path: string }) {
  const w = useWords();
  const id = useLive((live) => live.id);
  const link = useLive((live) => live.link);
  const silent = useSilent();
  const described = useLive((live) => live.described);
  const session = useLive((live) => live.session);
  const planned = useLive((live) => live.planned);
  // robot, panel and task are shown as soon as it is known what the session is made of: it may compile for long
  const told = described?.panel ?? planned?.panel;
  const panel = useMemo(() => readPanel(told), [told]);
  const source = id && (described || planned) ? sessionScene(id) : null;
  const version = Math.max(1, described?.number ?? 1);
  const { scene, load } = useScene(source, version);
  const [dock, setDock] = useKept<Edge>("operate.dock", "right", isDock);
  const own = usePanelWindow(id);
  const [plots, setPlots] = useKept("operate.plots", false, isBoolean);
  const [views, setViews] = useKept("operate.views", NO_VIEWS, isViews);
  const world = session?.world ?? "";
  const attempting = useLive(({ account }) => account?.state === "running");
  // while an attempt runs the eye is near its work, unless the scene is one to follow or to see from above
  const usual = scene?.view ?? "behind";
  const close = attempting && usual !== "follow" && usual !== "top";
  const view = views[world] ?? (close ? "work" : usual);
  const [free, setFree] = useState(false);
  const wide = useWide();
  const phone = usePhone();
  const open = useOpen();
  const locked = useLocked(open, own.there);
  const panelLocked = usePanelLocked(locked);
  const { lostTo, asked } = useOperator(useSettled(scene !== null) && open && !own.there);
  useTakenBack(own.there);
  const stops = useStops();
  const pad = useGamepads(panel);
  const sceneView = useRef<SceneView | null>(null);
  const facing = useFacing(sceneView, scene, panel);
  const sceneArea = useRef<HTMLDivElement>(null);
  const consoleArea = useRef<HTMLDivElement>(null);
  const areas = useMemo(() => ({ scene: sceneArea, console: consoleArea }), []);
  const changeView = useCallback(
    (next: ViewName) => {
      setFree(false);
      setViews({ ...views, [world]: next });
    },
    [setViews, views, world],
  );
  useBar(pad);
  useEffect(() => rememberPlace("operate", path), [path]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another start with the same panel is told by the session
  useEffect(() => loadPanel(panel, planned?.values), [panel]);
  const focused = useMovingKeys({
    panel,
    locked: panelLocked,
    areas,
    onView: () => changeView(DRIVING_VIEWS[(DRIVING_VIEWS.indexOf(view) + 1) % DRIVING_VIEWS.length] ?? "front"),
    onPlots: () => setPlots(!plots),
  });
  const joints = useMemo(() => scene?.joints ?? [], [scene]);
  const warnings = useLimitCautions(panel, joints);
  useStopToasts(panel);
  useIdleHints(panel, stops.pressed);
  const running = session?.state === "running";
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever it was opened or started
  useEffect(() => {
    // moving keys work from the first moment on, unless somebody is busy elsewhere; who walks with Tab is
    const at = document.activeElement;
    const pressed = at?.matches("[data-starts]:not(:focus-visible)");
    if (open && (at === document.body || pressed)) sceneArea.current?.focus({ preventScroll: true });
  }, [open, running]);

  const dead = session?.state === "dead" || session?.state === "ended";
  const noStart = useNoStart(open, stops.pressed, own.there);
  const stage = (
    <div
      ref={sceneArea}
      className={classes(css.scene, focused === "scene" && css.focused)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the moving keys act while the scene has the focus
      tabIndex={0}
      role="region"
      aria-label={w.operate.title}
    >
      <ErrorBoundary of={id}>
        <SceneArea
          source={source}
          version={version}
          scene={scene}
          load={load}
          panel={panel}
          view={free ? null : view}
          onView={changeView}
          onViewFree={() => setFree(true)}
          warnings={warnings}
          stale={link === "lost" || silent || dead}
          onReady={(ready) => {
            sceneView.current = ready;
          }}
          onPick={own.there ? own.pick : undefined}
        >
          {own.there && panel && <Listening panel={panel} effectors={scene?.effectors ?? NOTHING} />}
          {!source && !opening.error && <Preview name={name} />}
          <Task scene={scene} locked={locked} noStart={noStart} />
          <DemoBar panel={panel} />
          <LinkBanner pad={pad > 0} />
          {lostTo !== null && link === "open" && !own.there && (
            <div className={css.taken} role="alert" data-testid="taken">
              {w.operate.who.lost(lostTo)}
            </div>
          )}
          {(!open || session?.state === "compiling") && !dead && !opening.error && <Starting />}
          {!open && opening.error && (
            <div className={css.failed}>
              <ErrorBox message={w.operate.opening.failed} detail={opening.error} onRetry={opening.retry} />
            </div>
          )}
          {dead && <Dead />}
          <ToastViewport inside />
        </SceneArea>
      </ErrorBoundary>
    </div>
  );
  const transport = (
    <Transport locked={locked} noStart={noStart} absent={stops.absent} plots={plots} onPlots={() => setPlots(!plots)} />
  );
  const left = (
    <div className={css.left}>
      <Split
        side="bottom"
        size={176}
        min={120}
        max={400}
        keep="operate.plots"
        label={w.operate.drawer}
        open={plots}
        onOpenChange={setPlots}
        pane={<PlotsSlot />}
      >
        {stage}
      </Split>
      {transport}
    </div>
  );
  const width = wide ? 376 : 316;
  const held = (
    <div ref={consoleArea} className={css.console}>
      <ErrorBoundary of={id}>
        <SessionConsole
          panel={panel}
          scene={scene}
          open={open}
          facing={facing}
          locked={panelLocked}
          stopped={stops.pressed}
          dock={phone ? "phone" : dock}
          onDock={(next) => (next === "window" ? own.open() : next !== "phone" && setDock(next))}
          notice={asked && <WhoNotice />}
          focused={focused === "console"}
        />
      </ErrorBoundary>
    </div>
  );
  if (own.there) {
    return (
      <div className={classes(css.screen, css.alone)} data-testid="operate" data-session={id}>
        <AwayBar onBack={own.back} stop={<StopControl stopped={stops.pressed} locked={locked} />} />
        {left}
      </div>
    );
  }
  if (phone) {
    return (
      <div className={classes(css.screen, small.phone)} data-testid="operate" data-session={id}>
        <div className={small.scene}>{stage}</div>
        <div className={small.transport}>{transport}</div>
        <div className={small.panel}>{held}</div>
      </div>
    );
  }
  return (
    <div className={css.screen} data-testid="operate" data-session={id}>
      {dock === "right" ? (
        <Split
          key={`right-${width}`}
          side="right"
          size={width}
          min={wide ? 316 : 300}
          max={wide ? 520 : 400}
          keep={`operate.console-${width}`}
          label={w.operate.console}
          closes={false}
          pane={held}
        >
          {left}
        </Split>
      ) : (
        <Split
          key="bottom"
          side="bottom"
          size={320}
          min={240}
          max={520}
          keep="operate.console-bottom"
          label={w.operate.console}
          closes={false}
          pane={held}
        >
          {left}
        </Split>
      )}
    </div>
  );
}
