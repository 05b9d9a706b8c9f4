import type { Point } from "./document";

/** A box that wires go round [px]. */
export interface RouterNode {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type Side = "left" | "right" | "top" | "bottom";

/** A port on the border of a box, from the box's top left corner [px]. On a 10 px grid lanes come out best. */
export interface RouterPort {
  readonly node: string;
  readonly dx: number;
  readonly dy: number;
  /** Side that the wire leaves from or comes in at. */
  readonly side: Side;
}

/** A wire to be drawn. */
export interface RouterWire {
  readonly key: string;
  /** Wires of one net share their way as far as they can: the terminal they start from. */
  readonly net: string;
  readonly from: RouterPort;
  readonly to: RouterPort;
  /** Bends that a person has set: the wire goes through them, whatever is there. */
  readonly bends?: readonly Point[];
}

/** How a wire runs. */
export interface Route {
  readonly key: string;
  /** Corner points from port to port; neighbours share x or y. */
  readonly points: readonly Point[];
  /** Points on this wire where it hops over another. */
  readonly hops: readonly Point[];
  /** Points where it leaves the way of another wire of its net. */
  readonly dots: readonly Point[];
  /** Points where wires of its net part; corners there are not rounded, since a dot is drawn on them. */
  readonly sharp: readonly Point[];
  /** Whether no way was found, so that it is drawn across what is there. */
  readonly forced: boolean;
}
