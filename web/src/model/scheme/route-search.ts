import type { RouteGrid } from "./route-grid";

/** Costs, in tenths of a lane. */
const STEP = 10;
const BEND = 70;
const CROSS = 18;
const NEAR = 25;
const BESIDE = 4;
const OVERLAP = 400;
/** What going along the way of the own net costs: little, so that wires of one source stay together. */
const TRUNK = 2;
/** How much more what is left counts than what is spent: a little, which finds nearly the best way much sooner. */
const EAGER = 1.15;
/** States to look at before giving up. */
const MAX_STATES = 150_000;

/** Lattice points a net runs through, each with the one before it; the first has itself. */
export interface Tree {
  /** Cell before, by cell. */
  readonly parent: Map<number, number>;
  /** Cells from the start, by cell. */
  readonly depth: Map<number, number>;
}

/** A way over the lattice by A*: short, with few bends and crossings, off boxes and off lanes of other nets. */
export class RouteSearch {
  private readonly cost: Float64Array;
  private readonly before: Int32Array;
  private readonly seen: Int32Array;
  private readonly done: Int32Array;
  private turn = 0;
  private readonly heap = new Heap();

  constructor(private readonly grid: RouteGrid) {
    const states = grid.columns * grid.rows * 2;
    this.cost = new Float64Array(states);
    this.before = new Int32Array(states);
    this.seen = new Int32Array(states);
    this.done = new Int32Array(states);
  }

  /**
   * Cells from the net's way so far to a goal, both included; undefined if there is no way.
   *
   * A state is a cell and an axis: 0 sideways, 1 up and down. Turning is a step of its own.
   *
   * @param goalSign Way the wire comes in at the goal: 1 to the right or down, -1 to the left or up.
   */
  find(
    net: number,
    tree: Tree,
    startAxis: 0 | 1,
    goal: number,
    goalAxis: 0 | 1,
    goalSign: number,
  ): number[] | undefined {
    const { columns, rows, hard, near, beside, across, along } = this.grid;
    const { cost, before, seen, done, heap } = this;
    this.turn += 1;
    const turn = this.turn;
    const goalColumn = goal % columns;
    const goalRow = (goal - goalColumn) / columns;
    const target = goal * 2 + goalAxis;
    // A box that lies on a port leaves no way there: no need to look for one everywhere.
    if ((hard[goal] as number) > 0) return undefined;
    heap.clear();

    const rest = (cell: number, axis: number): number => {
      const row = (cell / columns) | 0;
      const dx = cell - row * columns - goalColumn;
      const dy = row - goalRow;
      const aside = goalAxis === 0 ? dy : dx;
      // From behind the goal a wire has to pass it and turn back.
      const behind = (goalAxis === 0 ? dx : dy) * goalSign > 0;
      const bends = axis === goalAxis ? (aside !== 0 ? 2 : 0) : behind ? 3 : 1;
      return (Math.abs(dx) + Math.abs(dy)) * STEP + bends * BEND;
    };
    const reach = (cell: number, axis: number, spent: number, from: number) => {
      const state = cell * 2 + axis;
      if (seen[state] === turn && (cost[state] as number) <= spent) return;
      if (done[state] === turn) return;
      seen[state] = turn;
      cost[state] = spent;
      before[state] = from;
      const left = rest(cell, axis);
      // Of equal ways the one that is nearer to the goal is looked at first.
      heap.push((spent + left * EAGER) * 4096 + left, state);
    };

    for (const [cell, parent] of tree.parent) {
      const spent = (tree.depth.get(cell) ?? 0) * TRUNK;
      const axis = parent === cell ? startAxis : Math.abs(parent - cell) === 1 ? 0 : 1;
      reach(cell, axis, spent, -1);
    }
    let states = 0;
    while (heap.size > 0) {
      const state = heap.pop();
      if (done[state] === turn) continue;
      done[state] = turn;
      if (state === target) return this.trace(state);
      if (++states > MAX_STATES) return undefined;
      const spent = cost[state] as number;
      const axis = state & 1;
      const cell = state >> 1;
      const [side, cross] = [across[cell] as number, along[cell] as number];
      const corner = (side !== 0 && side !== net) || (cross !== 0 && cross !== net);
      reach(cell, 1 - axis, spent + BEND + (corner ? OVERLAP : 0), state);
      const row = (cell / columns) | 0;
      const column = cell - row * columns;
      for (let sign = -1; sign <= 1; sign += 2) {
        if (axis === 0 ? column + sign < 0 || column + sign >= columns : row + sign < 0 || row + sign >= rows) continue;
        const next = axis === 0 ? cell + sign : cell + sign * columns;
        if ((hard[next] as number) > 0) continue;
        const mine = (axis === 0 ? across[next] : along[next]) as number;
        const other = (axis === 0 ? along[next] : across[next]) as number;
        let step = STEP;
        if ((near[next] as number) > 0) step += NEAR;
        else if ((beside[next] as number) > 0) step += BESIDE;
        if (mine !== 0 && mine !== net) step += OVERLAP;
        if (other !== 0 && other !== net) step += CROSS;
        reach(next, axis, spent + step, state);
      }
    }
    return undefined;
  }

  private trace(state: number): number[] {
    const cells: number[] = [];
    for (let at = state; at >= 0; at = this.before[at] as number) {
      const cell = at >> 1;
      if (cells.at(-1) !== cell) cells.push(cell);
    }
    return cells.reverse();
  }
}

/** A heap of states, the cheapest first. */
class Heap {
  private keys = new Float64Array(4096);
  private values = new Int32Array(4096);
  size = 0;

  clear(): void {
    this.size = 0;
  }

  push(key: number, value: number): void {
    if (this.size === this.keys.length) this.grow();
    const { keys, values } = this;
    let at = this.size++;
    while (at > 0) {
      const up = (at - 1) >> 1;
      if ((keys[up] as number) <= key) break;
      keys[at] = keys[up] as number;
      values[at] = values[up] as number;
      at = up;
    }
    keys[at] = key;
    values[at] = value;
  }

  pop(): number {
    const { keys, values } = this;
    const top = values[0] as number;
    const last = --this.size;
    const key = keys[last] as number;
    const value = values[last] as number;
    let at = 0;
    for (let down = 1; down < last; down = 2 * at + 1) {
      if (down + 1 < last && (keys[down + 1] as number) < (keys[down] as number)) down += 1;
      if ((keys[down] as number) >= key) break;
      keys[at] = keys[down] as number;
      values[at] = values[down] as number;
      at = down;
    }
    keys[at] = key;
    values[at] = value;
    return top;
  }

  private grow(): void {
    const keys = new Float64Array(this.keys.length * 2);
    const values = new Int32Array(this.values.length * 2);
    keys.set(this.keys);
    values.set(this.values);
    this.keys = keys;
    this.values = values;
  }
}
