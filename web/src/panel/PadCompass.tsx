import { useRef } from "react";
import { padPoint } from "@/model/panel/stick";
import { baseSeenIn } from "@/model/scene/frames";
import { classes } from "@/ui";
import { usePanel } from "./context";
import css from "./Joystick.module.css";
import { put, useTicker } from "./ticker";

const AXES = ["x", "y", "z"] as const;
/** An axis that lies flatter on the pad than this share of its length is shown. */
const FLAT = 0.35;

/**
 * Where the axes of the base point on a pad whose stick moves in another frame: they turn as the hand turns, so that
 * the way forward is found there too.
 */
export function PadCompass({ frame, radius }: { frame: string; radius: number }) {
  const { turn } = usePanel();
  const marks = useRef<(SVGGElement | null)[]>([]);
  useTicker(() => {
    if (frame === "base") return;
    const turned = turn?.(frame) ?? null;
    const seen = turned && baseSeenIn(turned);
    AXES.forEach((_, axis) => {
      const [x = 0, y = 0] = seen?.[axis] ?? [];
      const flat = Math.hypot(x, y);
      const [right, down] = padPoint(x / (flat || 1), y / (flat || 1));
      const mark = marks.current[axis] ?? null;
      put(mark, "opacity", flat < FLAT ? "0" : flat.toFixed(2));
      put(mark, "transform", `translate(${(84 + right * radius).toFixed(1)} ${(84 + down * radius).toFixed(1)})`);
    });
  });
  if (frame === "base" || !turn) return null;
  return (
    <g data-testid="pad-compass">
      {AXES.map((axis, index) => (
        <g
          key={axis}
          ref={(node) => {
            marks.current[index] = node;
          }}
          opacity="0"
          data-axis={axis}
        >
          <circle r="8" className={css.compass} />
          <text y="3.4" textAnchor="middle" className={classes(css.small, css[axis])}>
            {axis.toUpperCase()}
          </text>
        </g>
      ))}
    </g>
  );
}
