import { BaseEdge, type EdgeProps } from "@xyflow/react";
import { memo } from "react";
import { classes } from "@/ui";
import colours from "../Glyph.module.css";
import { BendHandles } from "./BendHandles";
import type { WireEdgeType } from "./nodes";
import css from "./WireEdge.module.css";

/** A wire along its route: thin for numbers, thick with its size for vectors, dashed for on/off; selected it can be bent. */
export const WireEdge = memo(function WireEdge({ id, data, selected }: EdgeProps<WireEdgeType>) {
  if (!data) return null;
  const { path, structure, slash } = data;
  return (
    <g
      className={classes(
        css.wire,
        colours[data.quantity],
        css[structure],
        selected && css.selected,
        data.fault && css.fault,
        css[data.mark],
      )}
      data-testid={`wire-${data.wire}`}
    >
      {selected && <path d={path} className={css.halo} />}
      <BaseEdge id={id} path={path} interactionWidth={16} className={css.line} />
      {data.dots.map(([x, y]) => (
        <circle key={`${x},${y}`} cx={x} cy={y} r={4} className={css.dot} />
      ))}
      {slash && (
        <>
          <path d={`M${slash[0] - 3} ${slash[1] + 7}l6-14`} className={css.slash} />
          <text x={slash[0] + 5} y={slash[1] - 6} className={css.size}>
            {data.size}
          </text>
        </>
      )}
      {selected && <BendHandles wire={data.wire} points={data.points} />}
    </g>
  );
});
