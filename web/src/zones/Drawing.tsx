import type { MouseEvent } from "react";
import type { ZoneLook } from "@/gen/messages";
import { useWords } from "@/words";
import css from "./Zones.module.css";

/** What is shown of the vertical plane [m]: forward from left to right, up. */
const VIEW = { left: -0.75, right: 1.45, low: -0.8, high: 1.6 };

export interface DrawingProps {
  look: ZoneLook;
  point: readonly number[];
  /** Index of the configuration that is pointed at; -1 for none. */
  chosen: number;
  onPick(point: [number, number]): void;
}

const at = ([x = 0, z = 0]: readonly number[]) => `${x.toFixed(4)},${(-z).toFixed(4)}`;

/** The zones seen from the side, with the arm in every configuration that reaches the point. A click sets the point. */
export function Drawing({ look, point, chosen, onPick }: DrawingProps) {
  const w = useWords().zones;
  const pick = (event: MouseEvent<SVGSVGElement>) => {
    const matrix = event.currentTarget.getScreenCTM();
    if (!matrix) return;
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    onPick([Number(place.x.toFixed(3)), Number((-place.y).toFixed(3))]);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the sliders beside it set the same point by keys
    <svg
      viewBox={`${VIEW.left} ${-VIEW.high} ${VIEW.right - VIEW.left} ${VIEW.high - VIEW.low}`}
      className={css.drawing}
      role="img"
      aria-label={w.drawing}
      data-testid="zone-drawing"
      onClick={pick}
    >
      <path className={css.floor} d={`M${VIEW.left} ${look.platform_height}H${VIEW.right}`} />
      <rect
        className={css.base}
        x={-look.platform_radius}
        y={0}
        width={2 * look.platform_radius}
        height={look.platform_height}
      />
      <path className={css.free} d={look.free_borders.map((loop) => `M${loop.map(at).join("L")}Z`).join("")} />
      <path
        className={css.zone}
        data-testid="zone-border"
        d={look.borders.map((loop) => `M${loop.map(at).join("L")}Z`).join("")}
      />
      {look.gaps.map((gap) => (
        <circle key={at(gap.point)} className={css.gap} cx={gap.point[0]} cy={-(gap.point[1] ?? 0)} r={0.02} />
      ))}
      {look.ways
        .map((way, index) => ({ way, index }))
        .reverse() // the refused ones first, below the others
        .map(({ way, index }) => (
          <g
            key={`${way.column} ${way.elbow}`}
            className={way.reason ? css.refused : css.arm}
            data-chosen={index === chosen}
            data-testid={way.reason ? "arm-refused" : "arm"}
          >
            <polyline points={way.joints.map(at).join(" ")} />
            {way.held.length > 0 && (
              <polyline className={css.held} points={way.held.map(at).join(" ")} data-testid="held" />
            )}
            {way.joints.slice(0, 3).map((joint) => (
              <circle key={at(joint)} cx={joint[0]} cy={-(joint[1] ?? 0)} r={0.018} />
            ))}
          </g>
        ))}
      {point.length === 2 && <circle className={css.point} cx={point[0]} cy={-(point[1] ?? 0)} r={0.016} />}
    </svg>
  );
}
