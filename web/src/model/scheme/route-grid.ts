import type { RouterNode, RouterPort } from "./route-types";

/** Distance of lanes [px]. */
export const PITCH = 10;
/** Room about everything, so that wires can go round and boxes can be dragged without a new grid [px]. */
const ROOM = 500;
/** Most lattice points; a drawing spread wider gets wider lanes. */
const MAX_CELLS = 3_000_000;

/** Lattice of lanes: where boxes stand and which net runs where. Cells are numbered row by row. */
export class RouteGrid {
  readonly pitch: number;
  readonly left: number;
  readonly top: number;
  readonly columns: number;
  readonly rows: number;
  /** How many boxes cover a cell. */
  readonly hard: Uint8Array;
  /** How many boxes are uncomfortably near, and how many not as far as would be nice. */
  readonly near: Uint8Array;
  readonly beside: Uint8Array;
  /** Net that runs through a cell, sideways and up or down; 0: none. */
  readonly across: Int32Array;
  readonly along: Int32Array;

  constructor(nodes: readonly RouterNode[]) {
    let [left, top, right, bottom] = [0, 0, 0, 0];
    let first = true;
    for (const { x, y, width, height } of nodes) {
      left = first ? x : Math.min(left, x);
      top = first ? y : Math.min(top, y);
      right = first ? x + width : Math.max(right, x + width);
      bottom = first ? y + height : Math.max(bottom, y + height);
      first = false;
    }
    let pitch = PITCH;
    while (((right - left + 2 * ROOM) / pitch) * ((bottom - top + 2 * ROOM) / pitch) > MAX_CELLS) pitch *= 2;
    this.pitch = pitch;
    this.left = Math.floor((left - ROOM) / pitch) * pitch;
    this.top = Math.floor((top - ROOM) / pitch) * pitch;
    this.columns = Math.ceil((right + ROOM - this.left) / pitch) + 1;
    this.rows = Math.ceil((bottom + ROOM - this.top) / pitch) + 1;
    const cells = this.columns * this.rows;
    this.hard = new Uint8Array(cells);
    this.near = new Uint8Array(cells);
    this.beside = new Uint8Array(cells);
    this.across = new Int32Array(cells);
    this.along = new Int32Array(cells);
    for (const node of nodes) this.place(node, 1);
  }

  /** Whether a box lies well inside. */
  holds({ x, y, width, height }: RouterNode): boolean {
    const margin = 6 * this.pitch;
    return (
      x - margin >= this.left &&
      y - margin >= this.top &&
      x + width + margin <= this.left + (this.columns - 1) * this.pitch &&
      y + height + margin <= this.top + (this.rows - 1) * this.pitch
    );
  }

  x(cell: number): number {
    return this.left + (cell % this.columns) * this.pitch;
  }

  y(cell: number): number {
    return this.top + Math.floor(cell / this.columns) * this.pitch;
  }

  /** Put a box down (1) or take it up (-1). */
  place(node: RouterNode, sign: 1 | -1): void {
    // Half a lane is kept free, since a run to a port off the lattice is moved by up to that.
    this.count(this.hard, node, this.pitch / 2, sign);
    this.count(this.near, node, this.pitch - 1, sign);
    this.count(this.beside, node, 2 * this.pitch - 1, sign);
  }

  private count(counts: Uint8Array, node: RouterNode, margin: number, sign: number): void {
    const [a, b, c, d] = this.range(node, margin);
    for (let row = b; row <= d; row++) {
      for (let cell = row * this.columns + a; cell <= row * this.columns + c; cell++) {
        counts[cell] = (counts[cell] ?? 0) + sign;
      }
    }
  }

  /** First column, first row, last column and last row that a box covers. */
  range({ x, y, width, height }: RouterNode, margin: number): [number, number, number, number] {
    const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), most - 1);
    return [
      clamp(Math.ceil((x - margin - this.left) / this.pitch), this.columns),
      clamp(Math.ceil((y - margin - this.top) / this.pitch), this.rows),
      clamp(Math.floor((x + width + margin - this.left) / this.pitch), this.columns),
      clamp(Math.floor((y + height + margin - this.top) / this.pitch), this.rows),
    ];
  }

  /** The lattice point in front of a port: the first one that is clear of its box. */
  front(node: RouterNode, port: RouterPort): number {
    const { pitch } = this;
    const clear = pitch / 2;
    const column = (x: number) => Math.min(Math.max(Math.round((x - this.left) / pitch), 0), this.columns - 1);
    const row = (y: number) => Math.min(Math.max(Math.round((y - this.top) / pitch), 0), this.rows - 1);
    const after = (value: number, start: number) => Math.floor((value + clear - start) / pitch) + 1;
    const before = (value: number, start: number) => Math.ceil((value - clear - start) / pitch) - 1;
    let [i, j] = [column(node.x + port.dx), row(node.y + port.dy)];
    if (port.side === "right") i = after(node.x + Math.max(node.width, port.dx), this.left);
    if (port.side === "left") i = before(node.x + Math.min(0, port.dx), this.left);
    if (port.side === "bottom") j = after(node.y + Math.max(node.height, port.dy), this.top);
    if (port.side === "top") j = before(node.y + Math.min(0, port.dy), this.top);
    i = Math.min(Math.max(i, 0), this.columns - 1);
    j = Math.min(Math.max(j, 0), this.rows - 1);
    return j * this.columns + i;
  }
}
