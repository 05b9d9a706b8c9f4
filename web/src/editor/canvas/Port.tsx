import { Handle, Position } from "@xyflow/react";
import { memo } from "react";
import { classes } from "@/ui";
import { useFormat, useWords } from "@/words";
import { Glyph } from "../Glyph";
import type { Pin } from "../geometry";
import { shapeText, structureOf } from "../look";
import css from "./Port.module.css";
import { portKey, portState, useWiring } from "./wiring";

const SIDES = { left: Position.Left, right: Position.Right, top: Position.Top, bottom: Position.Bottom } as const;

/** Props of {@link Port}. */
export interface PortProps {
  pin: Pin;
  /** Whether signals go in or come out here. */
  way: "in" | "out";
  /** 'pd.wanted', or the name of an external port. */
  terminal: string;
  wired: boolean;
  /** A constant at an input without a wire. */
  constant?: string;
  /** Whether Tab reaches it. */
  reachable: boolean;
  /** Names of ports stand beside them, except on terminals. */
  named?: boolean;
}

/** A port: its hit area is 24 px, the sign in it 9. */
export const Port = memo(function Port({ pin, way, terminal, wired, constant, reachable, named }: PortProps) {
  const w = useWords();
  const format = useFormat();
  const key = portKey(way, terminal);
  const state = useWiring((wiring) => portState(wiring, key));
  const { port } = pin;
  const unit = format.unit(port.unit);
  const what = [
    port.name,
    w.design.canvas[way === "in" ? "input" : "output"],
    unit,
    shapeText(port.shape),
    port.description,
  ];
  return (
    <>
      <Handle
        id={key}
        type={way === "in" ? "target" : "source"}
        position={SIDES[pin.side]}
        className={classes(css.port, css[state])}
        style={{ left: pin.x, top: pin.y }}
        tabIndex={reachable ? 0 : -1}
        role="button"
        aria-label={what.filter(Boolean).join(", ")}
        title={what
          .slice(0, 1)
          .concat(unit ? `[${unit}]` : "", port.description)
          .filter(Boolean)
          .join(" ")}
        data-port={key}
        data-testid={`port-${way}-${terminal}`}
      >
        <Glyph quantity={port.quantity} structure={structureOf(port)} hollow={!wired} className={css.sign} />
      </Handle>
      {named && pin.label && (
        <span
          className={classes(css.name, css[pin.side], state === "faded" && css.dim)}
          style={{ left: pin.x, top: pin.y }}
        >
          {pin.label}
        </span>
      )}
      {constant && !wired && (
        <span className={classes(css.constant, css[pin.side])} style={{ left: pin.x, top: pin.y }}>
          {constant}
        </span>
      )}
    </>
  );
});
