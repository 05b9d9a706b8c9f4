import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import type { Scene } from "@/gen/messages";
import { recordScene } from "@/link/scene";
import { valueAt } from "@/model/plots/source";
import type { Player } from "@/model/review/player";
import { type PoseRows, posesAt } from "@/model/review/poses";
import { lampSignals } from "@/model/scene/lamps";
import { STRIDE } from "@/model/scene/pose";
import { type GhostShown, SceneCanvas } from "@/scene/Scene";
import type { SceneView } from "@/scene/SceneView";
import { FuturePaths } from "./FuturePaths";
import type { Letter } from "./Key";
import type { Attempt } from "./loaded";
import css from "./Stage.module.css";
import { type ShownTrail, useTrails } from "./useTrails";

/** One attempt and its own clock. */
export interface Played {
  letter: Letter;
  attempt: Attempt;
  timeOf: (time: number) => number;
}

/** Poses at the time of the clock, always in the same array. */
function posing(rows: PoseRows, player: Player, timeOf: (time: number) => number): () => Float32Array {
  const out = new Float32Array(STRIDE * rows.bodies);
  return () => posesAt(rows, timeOf(player.time), out);
}

export interface AttemptSceneProps {
  main: Played;
  /** Another attempt, drawn translucent. */
  ghost?: Played | null;
  player: Player;
  /** A camera of the model that fills the picture. */
  camera?: string;
  onScene?: (scene: Scene) => void;
  children?: ReactNode;
}

/** The robot of an attempt at the time of the clock, with the path of its hand. */
export function AttemptScene({ main, ghost = null, player, camera = "", onScene, children }: AttemptSceneProps) {
  const [view, setView] = useState<SceneView | null>(null);
  const [built, setBuilt] = useState("");
  const place = useRef<HTMLDivElement>(null);
  const { name, motion, source } = main.attempt;
  const rows = motion?.poses ?? null;
  const { timeOf } = main;
  const poses = useMemo(() => {
    if (!rows) return () => null;
    const pose = posing(rows, player, timeOf);
    const values = (signal: string) => {
      const now = timeOf(player.time);
      return valueAt(source.history(signal, now, now), now);
    };
    return () => ({ poses: pose(), tick: player.time, values });
  }, [rows, player, timeOf, source]);

  const ghostMotion = ghost?.attempt.motion ?? null;
  const ghostTime = ghost?.timeOf;
  const shownGhost = useMemo((): GhostShown | null => {
    if (!ghostMotion?.scene || !ghostMotion.poses || !ghostTime) return null;
    return { scene: ghostMotion.scene, poses: posing(ghostMotion.poses, player, ghostTime), colour: "b" };
  }, [ghostMotion, ghostTime, player]);

  const { letter } = main;
  const trails = useMemo(() => {
    const found: ShownTrail[] = [];
    if (motion?.trail) found.push({ letter, trail: motion.trail, timeOf });
    if (ghostMotion?.trail && ghostTime) found.push({ letter: "b", trail: ghostMotion.trail, timeOf: ghostTime });
    return found;
  }, [motion, letter, timeOf, ghostMotion, ghostTime]);

  useEffect(() => (view ? player.onMove(() => view.refresh()) : undefined), [view, player]);
  useEffect(() => (view ? source.subscribe(() => view.refresh()) : undefined), [view, source]);
  useTrails(view, built === name, player, trails);
  // The list of cameras is made once: another object would start the picture of the camera anew.
  const eye = useMemo(() => (camera ? { name: camera, place } : null), [camera]);

  return (
    <SceneCanvas
      source={recordScene(name)}
      poses={poses}
      ghost={shownGhost}
      camera={eye}
      onScene={(scene) => {
        setBuilt(name);
        source.want("lamps", lampSignals(scene));
        onScene?.(scene);
      }}
      onReady={setView}
      className={css.scene}
    >
      {view && !camera && built === name && <FuturePaths view={view} player={player} trails={trails} />}
      {camera && <div ref={place} className={css.eye} data-testid="review-camera" />}
      {children}
    </SceneCanvas>
  );
}
