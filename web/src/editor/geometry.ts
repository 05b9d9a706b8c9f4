/** Sizes of blocks and terminals and the places of their ports; the same measures as the server's drawings. */

import type { BlockFacts, PortInfo } from "@/gen/messages";
import { shapeText } from "./look";
import { shorten, textWidth, up } from "./measure";

export const HEADER = 30;
/** Distance of two ports of a block. */
export const PITCH = 24;
/** Height of the first port of a block under its upper edge. */
export const FIRST = 48;
/** Height of a terminal. */
export const PILL = 24;
/** Diameter of a summing point. */
export const ROUND = 52;

export type Side = "left" | "right" | "top" | "bottom";

/** A port and where it sits on its node, from the upper left corner. */
export interface Pin {
  readonly port: PortInfo;
  readonly side: Side;
  readonly x: number;
  readonly y: number;
  /** What stands beside it: its name, or a sign. */
  readonly label: string;
}

/** A parameter on the face of a block. */
export interface Line {
  readonly name: string;
  readonly value: string;
}

/** A node with sizes. */
export interface Face {
  readonly width: number;
  readonly height: number;
  /** From the place in the document to the corner that is drawn. */
  readonly dx: number;
  readonly dy: number;
  readonly inputs: readonly Pin[];
  readonly outputs: readonly Pin[];
  readonly label: string;
  readonly lines: readonly Line[];
  readonly round: boolean;
}

const NAME = 16;
const pinName = (port: PortInfo) => shorten(port.name, NAME);

export interface BlockLook {
  id: string;
  /** 'pd' of 'control.pd', or the name of the sub-scheme. */
  kind: string;
  type: string;
  shape: readonly number[];
  facts: BlockFacts;
  lines: readonly Line[];
  flipped: boolean;
  signs: string;
}

/** The face of a block. */
export function blockFace(look: BlockLook): Face {
  const { inputs, outputs } = look.facts;
  const round = roundFace(look);
  if (round) return round;
  const same = look.id.toLowerCase().replace(/[\d_-]+$/, "") === look.kind;
  const size = look.shape.length > 0 ? `×${shapeText(look.shape)}` : "";
  const label = [same ? "" : shorten(look.kind, 18), size].filter(Boolean).join(" ");
  const rows = Math.max(inputs.length, outputs.length, 1);
  const lines = look.lines.slice(0, rows <= 2 ? 2 : 3);
  const widest = (ports: readonly PortInfo[]) =>
    Math.max(0, ...ports.map((port) => textWidth(pinName(port), { size: 11, mono: true })));
  const middle = Math.max(0, ...lines.map((line) => textWidth(`${line.name} ${line.value}`, { size: 11, mono: true })));
  const body = 24 + widest(inputs) + widest(outputs) + (middle ? 28 + middle : 24);
  const head =
    44 +
    textWidth(shorten(look.id, 26), { size: 13, strong: true }) +
    (label ? 12 + textWidth(label, { size: 10.5, mono: true }) : 0);
  const width = up(Math.max(body, head, 100), 20);
  const pins = (ports: readonly PortInfo[], side: Side): Pin[] =>
    ports.map((port, index) => ({
      port,
      side,
      x: side === "left" ? 0 : width,
      y: FIRST + PITCH * index,
      label: pinName(port),
    }));
  return {
    width,
    height: FIRST + PITCH * rows,
    dx: 0,
    dy: 0,
    inputs: pins(inputs, look.flipped ? "right" : "left"),
    outputs: pins(outputs, look.flipped ? "left" : "right"),
    label,
    lines,
    round: false,
  };
}

/** Sums of up to three summands are drawn as a circle: the first from the left, then from below, then from above. */
function roundFace(look: BlockLook): Face | null {
  const signs = look.type === "arithmetic.sum" ? look.signs : look.type === "arithmetic.difference" ? "+-" : "";
  const { inputs, outputs } = look.facts;
  if (!signs || inputs.length > 3 || outputs.length !== 1) return null;
  const half = ROUND / 2;
  const before: Side = look.flipped ? "right" : "left";
  const after: Side = look.flipped ? "left" : "right";
  const at: Record<Side, readonly [number, number]> = {
    left: [0, half], right: [ROUND, half], top: [half, 0], bottom: [half, ROUND],
  }; // biome-ignore format: a table
  const pin = (port: PortInfo, side: Side, label: string): Pin => ({
    port,
    side,
    x: at[side][0],
    y: at[side][1],
    label,
  });
  const sides: Side[] = [before, "bottom", "top"];
  return {
    width: ROUND,
    height: ROUND,
    // its middle is level with the first port of the box that the server would draw
    dx: 24,
    dy: FIRST - half,
    inputs: inputs.map((port, index) => pin(port, sides[index] ?? "left", signs[index] === "-" ? "−" : "+")),
    outputs: outputs.map((port) => pin(port, after, "")),
    label: "",
    lines: [],
    round: true,
  };
}

/** The face of an external port. */
export function terminalFace(role: "input" | "output", port: PortInfo, unit: string): Face {
  const title = shorten(port.name, 28);
  const width = up(
    26 + textWidth(title, { size: 12 }) + (unit ? 6 + textWidth(unit, { size: 10.5, mono: true }) : 0),
    4,
  );
  const right = role === "input";
  const pin: Pin = { port, side: right ? "right" : "left", x: right ? width : 0, y: PILL / 2, label: "" };
  return {
    width, height: PILL, dx: 0, dy: 0, inputs: right ? [] : [pin], outputs: right ? [pin] : [], label: unit, lines: [], round: false,
  }; // biome-ignore format: a list
}
