import { type ConnectionLineComponentProps, Position } from "@xyflow/react";
import type { Point } from "@/model/scheme/document";
import { pathOf } from "@/model/scheme/route";
import type { CanvasNode } from "./nodes";
import css from "./WireEdge.module.css";

/** Room between a port and the first corner. */
const STUB = 20;

/** The wire that is being drawn: at right angles, red dashes over a port that does not fit. */
export function DrawnWire({
  fromNode,
  fromHandle,
  toX,
  toY,
  toHandle,
  connectionStatus,
}: ConnectionLineComponentProps<CanvasNode>) {
  const { x, y } = fromNode.internals.positionAbsolute;
  const a = { x: x + fromHandle.x + fromHandle.width / 2, y: y + fromHandle.y + fromHandle.height / 2 };
  // the flow gives the start from its node's corner, but the middle of the port it is over on the whole canvas
  const b = toHandle ? { x: toHandle.x, y: toHandle.y } : { x: toX, y: toY };
  const refused = toHandle !== null && connectionStatus === "invalid";
  return (
    <g>
      <path d={pathOf(corners(a, b, fromHandle.position), 8)} className={refused ? css.refused : css.drawn} />
      {refused && <circle cx={b.x} cy={b.y} r={12} className={css.target} />}
    </g>
  );
}

function corners(a: Point, b: Point, side: Position): Point[] {
  if (side === Position.Top || side === Position.Bottom) return [a, { x: a.x, y: b.y }, b];
  const way = side === Position.Left ? -1 : 1;
  if ((b.x - a.x) * way >= 2 * STUB) {
    const x = (a.x + b.x) / 2;
    return a.y === b.y ? [a, b] : [a, { x, y: a.y }, { x, y: b.y }, b];
  }
  const y = (a.y + b.y) / 2;
  const [out, back] = [a.x + way * STUB, b.x - way * STUB];
  return [a, { x: out, y: a.y }, { x: out, y }, { x: back, y }, { x: back, y: b.y }, b];
}
