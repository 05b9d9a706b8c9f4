import { useEffect, useMemo, useRef } from "react";
import type { Scene, SceneSight } from "@/gen/messages";
import { hub } from "@/link/live";
import { quat, vec3 } from "@/model/scene/pose";
import { seenTarget, sightSignals, sightsOf } from "@/model/scene/sights";
import { useTicker, write } from "@/panel";
import { useWords } from "@/words";
import css from "./SightMarks.module.css";

/** Size of a picture of a camera in the units of its marks. */
const WIDTH = 256;
const HEIGHT = 160;
/** Time between two drawings [ms]: robots look five times a second. */
const PACE = () => 66;

/** What the robot has found in the pictures of a camera: a mark with axes where it believes its target to be. */
export function SightMarks({ scene, camera }: { scene: Scene; camera: string }) {
  const sights = useMemo(() => sightsOf(scene, camera), [scene, camera]);
  const fovy = scene.cameras.find(({ name }) => name === camera)?.fovy ?? 0;
  useEffect(() => {
    hub.want("sights", sightSignals(sights));
    return () => hub.want("sights", []);
  }, [sights]);
  if (sights.length === 0) return null;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={css.marks} aria-hidden="true" data-testid="sight-marks">
      {sights.map((sight) => (
        <Mark key={sight.name} sight={sight} fovy={fovy} />
      ))}
    </svg>
  );
}

function Mark({ sight, fovy }: { sight: SceneSight; fovy: number }) {
  const w = useWords().scene;
  const mark = useRef<SVGGElement>(null);
  const axes = useRef<SVGPathElement>(null);
  const text = useRef<SVGTextElement>(null);
  useTicker(() => {
    const { current } = mark;
    if (!current) return;
    const turn = quat(hub.values(sight.orientation));
    const found = seenTarget(vec3(hub.values(sight.position)), turn, fovy, WIDTH / HEIGHT);
    const seen = (hub.value(sight.seen) ?? 0) > 0.5;
    current.toggleAttribute("data-seen", seen);
    current.style.display = found && !Number.isNaN(found.at[0]) ? "" : "none";
    if (!found) return;
    const at = ([x, y]: readonly [number, number]) => `${(x * WIDTH).toFixed(1)} ${(y * HEIGHT).toFixed(1)}`;
    current.firstElementChild?.setAttribute("transform", `translate(${at(found.at)})`);
    axes.current?.setAttribute("d", `M${at(found.right)}L${at(found.at)}L${at(found.up)}`);
    text.current?.setAttribute("x", (found.at[0] * WIDTH + 12).toFixed(1));
    text.current?.setAttribute("y", (found.at[1] * HEIGHT + 16).toFixed(1));
    write(text.current, seen ? w.sightDistance(found.distance) : w.sightLost);
  }, PACE);
  return (
    <g ref={mark} className={css.mark} style={{ display: "none" }}>
      <circle r="8" />
      <path ref={axes} />
      <text ref={text} />
    </g>
  );
}
