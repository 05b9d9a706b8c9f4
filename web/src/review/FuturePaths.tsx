import { useEffect, useRef } from "react";
import type { Player } from "@/model/review/player";
import { placeAt } from "@/model/review/trail";
import type { SceneView } from "@/scene/SceneView";
import { useTheme } from "@/shell/theme";
import css from "./Stage.module.css";
import type { ShownTrail } from "./useTrails";

/** Most points that are projected for one picture of one path. */
const MOST = 320;

export interface FuturePathsProps {
  view: SceneView;
  player: Player;
  trails: readonly ShownTrail[];
}

/** What the hands are still going to do: a faint line over the scene. */
export function FuturePaths({ view, player, trails }: FuturePathsProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useTheme((state) => state.shown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme decides the colours that are read
  useEffect(() => {
    const element = canvas.current;
    const painter = element?.getContext("2d");
    if (!element || !painter) return;
    const style = getComputedStyle(element);
    const colours = { a: style.getPropertyValue("--try-a"), b: style.getPropertyValue("--try-b") };
    let before = "";
    let asked = 0;
    const frame = () => {
      asked = requestAnimationFrame(frame);
      // The eye moves without telling: a few probes show whether anything is to be drawn anew.
      const probes = trails.map(({ trail }) => view.project(placeAt(trail, 0)));
      const ends = trails.map(({ trail }) => view.project(placeAt(trail, Number.POSITIVE_INFINITY)));
      const now = JSON.stringify([player.time, probes, ends, element.clientWidth, element.clientHeight]);
      if (now === before) return;
      before = now;
      const ratio = window.devicePixelRatio;
      element.width = element.clientWidth * ratio;
      element.height = element.clientHeight * ratio;
      painter.scale(ratio, ratio);
      for (const shown of trails) draw(painter, view, shown, player.time, colours[shown.letter]);
    };
    frame();
    return () => cancelAnimationFrame(asked);
  }, [view, player, trails, theme]);
  return <canvas ref={canvas} className={css.future} />;
}

function draw(
  painter: CanvasRenderingContext2D,
  view: SceneView,
  { trail, timeOf }: ShownTrail,
  clock: number,
  colour: string,
): void {
  const time = timeOf(clock);
  const { times, points } = trail;
  const step = Math.max(1, Math.ceil(times.length / MOST));
  painter.strokeStyle = colour;
  painter.globalAlpha = 0.45;
  painter.lineWidth = 1.5;
  painter.lineJoin = "round";
  painter.beginPath();
  let begun = false;
  const to = (place: readonly [number, number, number]) => {
    const seen = view.project(place);
    if (!seen) {
      begun = false;
      return;
    }
    if (begun) painter.lineTo(seen.x, seen.y);
    else painter.moveTo(seen.x, seen.y);
    begun = true;
  };
  to(placeAt(trail, time));
  for (let i = 0; i < times.length; i += step) {
    if ((times[i] ?? 0) > time) to([points[3 * i] ?? 0, points[3 * i + 1] ?? 0, points[3 * i + 2] ?? 0]);
  }
  to(placeAt(trail, Number.POSITIVE_INFINITY));
  painter.stroke();
}
