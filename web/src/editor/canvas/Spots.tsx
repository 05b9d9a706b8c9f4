import { Position } from "@xyflow/react";
import type { Face, Side } from "../geometry";
import css from "./Port.module.css";
import { portKey } from "./wiring";

const SIDES: Record<Side, Position> = {
  left: Position.Left, right: Position.Right, top: Position.Top, bottom: Position.Bottom,
}; // biome-ignore format: a table

/** Where the ports of a block are, seen from so far that nothing is drawn of them: wires still find their ends. */
export function Spots({ id, face }: { id: string; face: Face }) {
  const spot = (way: "in" | "out") =>
    (way === "in" ? face.inputs : face.outputs).map((pin) => (
      <i
        key={`${way}:${pin.port.name}`}
        className={`${way === "in" ? "target" : "source"} ${css.spot}`}
        data-handleid={portKey(way, `${id}.${pin.port.name}`)}
        data-handlepos={SIDES[pin.side]}
        style={{ left: pin.x, top: pin.y }}
      />
    ));
  return (
    <>
      {spot("in")}
      {spot("out")}
    </>
  );
}
