import { useRef } from "react";
import { hub } from "@/link/live";
import { findJoint, jointPlace } from "@/model/panel/limits";
import { useFormat } from "@/words";
import { usePanel } from "./context";
import css from "./JointRing.module.css";
import { put, toRead, useTicker, write } from "./ticker";

/** Length of the whole ring: three quarters of a circle of radius 10. */
const RING = 47.1;

/** The ring of a joint: how far it stands between its limits; amber with its angle in the last 5 %. */
export function JointRing({ name, sign }: { name: string; sign: string }) {
  const { joints } = usePanel();
  const format = useFormat();
  const joint = findJoint(joints, name);
  const root = useRef<SVGSVGElement>(null);
  const level = useRef<SVGCircleElement>(null);
  const angle = useRef<SVGTextElement>(null);
  useTicker(() => {
    const value = joint ? hub.values("qpos")[joint.qpos] : undefined;
    if (joint === undefined || value === undefined || Number.isNaN(value)) return;
    const place = jointPlace(value, joint);
    put(level.current, "stroke-dasharray", `${(place.share * RING).toFixed(1)} 70`);
    put(root.current, "data-near", String(place.near));
    const shown = joint.kind === "slide" ? format.quantity(value, "m", 3) : format.angle(value, 0);
    write(angle.current, shown);
  }, toRead);
  return (
    <svg
      ref={root}
      viewBox="-13 -13 26 26"
      width="30"
      height="30"
      className={css.ring}
      aria-hidden="true"
      data-near="false"
    >
      <circle r="12.5" className={css.ground} />
      <circle r="10" className={css.way} strokeDasharray={`${RING} 70`} transform="rotate(135)" />
      <circle ref={level} r="10" className={css.level} strokeDasharray="0 70" transform="rotate(135)" />
      <text y="3.4" className={css.sign}>
        {sign}
      </text>
      <text ref={angle} x="17" y="4" className={css.angle} />
    </svg>
  );
}
