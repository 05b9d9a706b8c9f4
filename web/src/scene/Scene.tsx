import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import type { Scene } from "@/gen/messages";
import { hub } from "@/link/live";
import { fetchScene, type SceneSource } from "@/link/scene";
import { lampSignals } from "@/model/scene/lamps";
import type { Vec3 } from "@/model/scene/pose";
import type { Insets, ViewName } from "@/model/scene/views";
import type { Thing } from "@/model/selection";
import { classes } from "@/ui/classes";
import { Progress } from "@/ui/Progress";
import { ErrorBox } from "@/ui/states";
import { saidBy, useWords } from "@/words";
import type { LimitWarning, Note, PointMark, StageTarget } from "./captions";
import type { AxesShown } from "./markings";
import type { MeshProgress } from "./meshes";
import css from "./Scene.module.css";
import { NoGraphicsError, SceneView } from "./SceneView";
import type { Moment } from "./told";
import type { TryColour } from "./trails";

export interface GhostShown {
  scene: Scene;
  /** Asked for whenever a picture is drawn. */
  poses: () => ArrayLike<number> | null;
  colour?: TryColour;
}

export interface PathShown {
  id: string;
  /** Three numbers a point [m]. */
  points: ArrayLike<number>;
  colour: TryColour;
}

/** Props of {@link SceneCanvas}. */
export interface SceneCanvasProps {
  /** Where the scene comes from; null waits. */
  source: SceneSource | null;
  /** Fetch the scene anew when this changes: the session was reopened. */
  version?: number;
  /** "live" draws the frames of the session; else asked for whenever a picture is drawn, after `view.refresh()`. */
  poses: "live" | (() => Moment | null);
  selected?: readonly Thing[];
  hovered?: Thing | null;
  onPick?: (thing: Thing | null, point: Vec3 | null) => void;
  /** Whether the next click picks a point. */
  pointing?: boolean;
  onHover?: (thing: Thing | null) => void;
  /** Words for things, for tags. */
  label?: (thing: Thing) => string;
  target?: StageTarget | null;
  axes?: AxesShown | null;
  warnings?: readonly LimitWarning[];
  notes?: readonly Note[];
  /** Points that were picked. */
  points?: readonly PointMark[];
  ghost?: GhostShown | null;
  paths?: readonly PathShown[];
  /** Null leaves the eye where the hand put it. */
  view?: ViewName | null;
  onViewFree?: () => void;
  insets?: Insets;
  /** The link is lost: the last picture turns grey. */
  stale?: boolean;
  /** Whether no picture may take long: somebody drives. */
  hurried?: boolean;
  /** A camera of the model and the element that its picture fills. */
  camera?: { name: string; place: RefObject<HTMLElement | null> } | null;
  onDrawn?: (tick: number) => void;
  /** The scene is there, before its meshes. */
  onScene?: (scene: Scene) => void;
  /** The view itself, for those who draw outside of React; null when it ends. */
  onReady?: (view: SceneView | null) => void;
  /** Another way to fetch. */
  loadScene?: (source: SceneSource) => Promise<Scene>;
  /** Name of what draws, if not the one that the browser tells. */
  graphics?: string;
  children?: ReactNode;
  className?: string;
}

type Trouble = { kind: "graphics" } | { kind: "failed"; text: string } | null;

const none: readonly never[] = [];

/** The newest callbacks, without starting the view anew when they change. */
function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  latest.current = value;
  return latest;
}

/** The scene with its states: loading, failed, without graphics. Children float over it. */
export function SceneCanvas(props: SceneCanvasProps) {
  const w = useWords().scene;
  const host = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<SceneView | null>(null);
  const [trouble, setTrouble] = useState<Trouble>(null);
  const [lost, setLost] = useState(false);
  const [built, setBuilt] = useState(false);
  const [slow, setSlow] = useState(false);
  const [progress, setProgress] = useState<MeshProgress | null>(null);
  const [missing, setMissing] = useState(0);
  const [attempt, setAttempt] = useState(0);
  const latest = useLatest(props);

  useEffect(() => {
    let ended = false;
    let made: SceneView | null = null;
    const failed = (error: unknown) => !ended && setTrouble({ kind: "failed", text: saidBy(error) });
    if (!host.current) return;
    const told = {
      onPick: (thing: Thing | null, point: Vec3 | null) => latest.current.onPick?.(thing, point),
      onHover: (thing: Thing | null) => latest.current.onHover?.(thing),
      onDrawn: (tick: number) => latest.current.onDrawn?.(tick),
      onFree: () => latest.current.onViewFree?.(),
      onProgress: setProgress,
      onLost: setLost,
      onSlow: setSlow,
    };
    SceneView.open(host.current, told, latest.current.graphics).then(
      (opened) => {
        if (ended) {
          opened.dispose();
          return;
        }
        made = opened;
        setView(opened);
        latest.current.onReady?.(opened);
      },
      (error: unknown) => {
        if (error instanceof NoGraphicsError) setTrouble({ kind: "graphics" });
        else failed(error);
      },
    );
    return () => {
      ended = true;
      made?.dispose();
      if (made) latest.current.onReady?.(null);
      setView(null);
    };
  }, [latest]);

  const { source, version } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: version and attempt are asked for to fetch anew
  useEffect(() => {
    if (!view || !source) return;
    let ended = false;
    setTrouble(null);
    setMissing(0);
    setProgress(null);
    const { loadScene = fetchScene } = latest.current;
    loadScene(source)
      .then((scene) => {
        if (ended) return 0;
        const loading = view.setScene(scene, source);
        if (latest.current.poses === "live") hub.want("lamps", lampSignals(scene));
        setBuilt(true);
        latest.current.onScene?.(scene);
        return loading;
      })
      .then((failed) => !ended && setMissing(failed))
      .catch((error: unknown) => !ended && setTrouble({ kind: "failed", text: saidBy(error) }));
    return () => {
      ended = true;
      if (latest.current.poses === "live") hub.want("lamps", []);
    };
  }, [view, source, version, attempt, latest]);

  useFrames(view, props.poses);
  useShown(view, props, built);

  const loading = !built && !trouble;
  const busy = built && progress !== null && progress.done < progress.all;
  return (
    <div className={classes(css.scene, props.className)} data-testid="scene" data-ready={built && !busy}>
      <div ref={host} className={css.host} role="img" aria-label={w.picture} data-pointing={props.pointing} />
      {loading && (
        <div className={css.waiting}>
          <Progress label={w.loading} />
        </div>
      )}
      {busy && progress && (
        <div className={css.progress} data-testid="scene-progress">
          <Progress
            label={w.loading}
            detail={w.meshes(progress.done, progress.all)}
            share={progress.done / progress.all}
          />
        </div>
      )}
      {built && !busy && missing > 0 && <p className={css.note}>{w.missing(missing)}</p>}
      {slow && built && !lost && !trouble && (
        <p className={css.slow} role="status" data-testid="scene-slow">
          {w.slow}
        </p>
      )}
      {lost && !trouble && (
        <p className={css.note} role="status">
          {w.lost}
        </p>
      )}
      {trouble && (
        <div className={css.state} data-testid="scene-trouble">
          {trouble.kind === "graphics" ? (
            <ErrorBox message={w.noGraphics} detail={w.noGraphicsHint} />
          ) : (
            <ErrorBox message={w.failed} detail={trouble.text} onRetry={() => setAttempt(attempt + 1)} />
          )}
        </div>
      )}
      {props.children}
    </div>
  );
}

/** Poses reach the view when it draws, never through React. */
function useFrames(view: SceneView | null, poses: SceneCanvasProps["poses"]): void {
  useEffect(() => {
    if (!view) return;
    if (poses !== "live") {
      view.setSource(poses);
      return;
    }
    const values = (signal: string) => hub.value(signal);
    view.setSource(() => hub.frame && { poses: hub.frame.poses, tick: hub.frame.tick, values });
    return hub.subscribe(() => view.refresh());
  }, [view, poses]);
}

/** What is shown follows the props. */
function useShown(view: SceneView | null, props: SceneCanvasProps, built: boolean): void {
  const { selected = none, hovered = null, label, target = null, axes = null, warnings = none, notes = none } = props;
  const { points = none } = props;
  const {
    ghost = null,
    paths = none,
    view: preset = null,
    insets,
    stale = false,
    hurried = false,
    camera = null,
  } = props;
  useEffect(() => view?.mark({ selected, hovered }), [view, selected, hovered]);
  useEffect(() => view?.mark({ label: label ?? ((thing: Thing) => thing.name) }), [view, label]);
  useEffect(() => view?.mark({ target, axes, warnings, notes }), [view, target, axes, warnings, notes]);
  useEffect(() => view?.mark({ points }), [view, points]);
  useEffect(() => view?.setStale(stale), [view, stale]);
  useEffect(() => view?.setHurried(hurried), [view, hurried]);
  useEffect(() => {
    if (insets) view?.setInsets(insets);
  }, [view, insets]);
  useEffect(() => {
    if (preset) view?.setView(preset);
  }, [view, preset]);
  useEffect(() => {
    view?.renderCamera(camera?.name ?? "", camera?.place.current ?? null);
  }, [view, camera]);
  useEffect(() => {
    if (built) view?.setGhost(ghost?.scene ?? null, ghost?.poses, ghost?.colour);
  }, [view, built, ghost]);
  useEffect(() => {
    if (!view || !built) return;
    for (const path of paths) view.setPath(path.id, path.points, path.colour);
    return () => {
      for (const path of paths) view.setPath(path.id, null);
    };
  }, [view, built, paths]);
}
