import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import type { PanelDocument } from "@/gen/documents";
import type { Scene } from "@/gen/messages";
import { hub, measuring, useLive } from "@/link/live";
import type { SceneSource } from "@/link/scene";
import { elementsOf, FRAME } from "@/model/panel/elements";
import { pointWithin } from "@/model/panel/points";
import type { Vec3 } from "@/model/scene/pose";
import { DRIVING_VIEWS, type ViewName } from "@/model/scene/views";
import { holds, type Thing, useSelection } from "@/model/selection";
import { pointAt, setValues, takePoint, usePointing, useValue } from "@/panel";
import { CameraInset } from "@/scene/CameraInset";
import type { LimitWarning } from "@/scene/captions";
import { SceneCanvas } from "@/scene/Scene";
import type { SceneView } from "@/scene/SceneView";
import { ViewPresets } from "@/scene/ViewPresets";
import { usePhone } from "@/ui";
import { type Said, said, useLanguage, useWords } from "@/words";
import { usePoints } from "./points";
import css from "./SceneArea.module.css";
import { SightMarks } from "./SightMarks";
import { useTarget } from "./target";
import { useWide } from "./useWide";

export interface SceneAreaProps {
  source: SceneSource | null;
  version: number;
  scene: Scene | null;
  load: (source: SceneSource) => Promise<Scene>;
  panel: PanelDocument | null;
  view: ViewName | null;
  onView: (view: ViewName) => void;
  onViewFree: () => void;
  warnings: readonly LimitWarning[];
  stale: boolean;
  /** The view itself, or null when it ends. */
  onReady: (view: SceneView | null) => void;
  /** Selects on a panel that is not on this page; on this page's own if left out. */
  onPick?: ((thing: Thing) => void) | undefined;
  /** What floats over the scene: task, banners, messages. */
  children: ReactNode;
}

const noteDrawn = (tick: number) => performance.mark("pult-drawn", { detail: tick });

declare global {
  interface Window {
    /** The scene of a page that is measured: whoever measures can ask where points of it are seen. */
    pultView?: SceneView | null;
  }
}

/** The scene with everything that is shown in it: selection, axes, target, camera. */
export function SceneArea(props: SceneAreaProps) {
  const { source, version, scene, load, panel, view, onView, onViewFree, warnings, stale, onPick, onReady, children } =
    props;
  const language = useLanguage();
  const w = useWords().operate;
  const wide = useWide();
  const phone = usePhone();
  const driving = useLive((live) => live.mine && live.session?.state === "running");
  const selected = useSelection((state) => state.selected);
  const hovered = useSelection((state) => state.hovered);
  const { select, hover } = useSelection.getState();
  const place = useRef<HTMLDivElement>(null);
  const target = useTarget(scene);
  const stick = panel ? elementsOf(panel, "joystick")[0] : undefined;
  const chosen = useValue(stick ? stick[0] + FRAME : "");
  const frame = (typeof chosen === "string" ? chosen : stick?.[1].frames?.[0]) as
    | "effector"
    | "base"
    | "camera"
    | undefined;
  const effector = selected.find(({ kind }) => kind === "effector")?.name;
  const cameraNames = useWords().scene.cameras;
  const label = useMemo(() => {
    const options = panel ? elementsOf(panel, "joints", "effectors", "cameras") : [];
    return (thing: Thing) => {
      const found = options.find(([, element]) => thing.name in element.options)?.[1].options[thing.name];
      const known = thing.kind === "camera" ? cameraNames[thing.name] : undefined;
      return said(found?.label as Said | undefined, language) || known || thing.name;
    };
  }, [panel, language, cameraNames]);

  const cameras = useMemo(
    () => (scene?.cameras ?? []).map(({ name }) => ({ name, label: label({ kind: "camera", name }) })),
    [scene, label],
  );
  const cameraElement = panel ? elementsOf(panel, "cameras")[0]?.[0] : undefined;
  const panelCamera = useValue(cameraElement ?? "");
  // without a choice on the panel, the camera's frame is that of the picture the operator looks at
  const seen = typeof panelCamera === "string" ? panelCamera : "";
  const [own, setOwn] = useState("");
  const camera = (typeof panelCamera === "string" && panelCamera) || own || cameras[0]?.name || "";
  const axes = useMemo(
    () => (effector ? { effector, frame: frame ?? "base", ...(seen ? { camera: seen } : {}) } : null),
    [effector, frame, seen],
  );
  const shown = useMemo(() => (camera && cameras.length > 0 ? { name: camera, place } : null), [camera, cameras]);
  const chooseCamera = (name: string) => {
    if (cameraElement) setValues({ [cameraElement]: name });
    setOwn(name);
  };

  const pointing = usePointing((state) => state.element);
  const points = usePoints(panel);
  const pickThing = (thing: Thing | null, point: Vec3 | null) => {
    if (pointing) {
      const poses = hub.frame?.poses;
      const found = panel && scene && poses && point && pointWithin(panel, pointing, scene, poses, point);
      if (panel && found) takePoint(panel, found);
      return;
    }
    if (thing && !(holds(selected, thing) && selected.length === 1)) (onPick ?? ((one) => select([one])))(thing);
  };
  useEffect(() => {
    if (!pointing) return;
    const callOff = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopImmediatePropagation(); // it would let go of what is selected as well
      pointAt("");
    };
    window.addEventListener("keydown", callOff, { capture: true });
    return () => window.removeEventListener("keydown", callOff, { capture: true });
  }, [pointing]);
  useEffect(() => () => pointAt(""), []);
  const insets = useMemo(
    () =>
      phone
        ? { left: 0, right: 0, top: 120, bottom: 56 }
        : { left: wide ? 300 : 250, right: cameras.length > 0 ? (wide ? 270 : 200) : 0, top: 0, bottom: 56 },
    [wide, phone, cameras.length],
  );
  return (
    <SceneCanvas
      hurried={driving}
      {...(measuring ? { onDrawn: noteDrawn } : {})}
      onReady={(ready) => {
        if (measuring) window.pultView = ready;
        onReady(ready);
      }}
      source={source}
      version={version}
      poses="live"
      selected={selected}
      hovered={hovered}
      onPick={pickThing}
      pointing={pointing !== ""}
      points={points}
      onHover={hover}
      label={label}
      target={target}
      axes={axes}
      warnings={warnings}
      view={view}
      onViewFree={onViewFree}
      insets={insets}
      stale={stale}
      camera={shown}
      loadScene={load}
    >
      <ViewPresets value={view} onChange={onView} views={DRIVING_VIEWS} className={css.views} />
      {cameras.length > 0 && (
        <CameraInset
          cameras={cameras}
          value={camera}
          onChange={chooseCamera}
          place={place}
          marks={scene && <SightMarks scene={scene} camera={camera} />}
          className={css.camera}
        />
      )}
      {pointing && (
        <p className={css.pointing} role="status" data-testid="pointing" data-covers>
          {w.point.hint}
        </p>
      )}
      {children}
    </SceneCanvas>
  );
}
