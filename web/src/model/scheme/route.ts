import type { Point } from "./document";
import { RouteGrid } from "./route-grid";
import {
  type Axis,
  cornersOf,
  type End,
  endOf,
  type Lanes,
  simplified,
  straightAcross,
  throughBends,
} from "./route-lines";
import { Crossings, dotsOf, type Line } from "./route-marks";
import { RouteSearch, type Tree } from "./route-search";
import type { Route, RouterNode, RouterWire } from "./route-types";

export { dragPart, HOP, middleOf, nearestPart, pathOf } from "./route-path";
export type { Route, RouterNode, RouterPort, RouterWire, Side } from "./route-types";

/** Wires of one source: they are routed together. */
interface Net {
  readonly id: number;
  readonly name: string;
  wires: RouterWire[];
  /** What it has marked on the lattice: cell * 2 + axis. */
  marks: number[];
}

interface Way {
  readonly points: readonly Point[];
  readonly forced: boolean;
}

/**
 * Finds ways for wires that run at right angles, do not pass behind blocks and do not lie on one another.
 *
 * Lanes are 10 px apart. Wires of one source share their way as far as that is no detour. A change of a few blocks
 * leaves all wires as they are that it does not touch.
 */
export class Router {
  private grid = new RouteGrid([]);
  private search = new RouteSearch(this.grid);
  private readonly nodes = new Map<string, RouterNode>();
  private nets = new Map<string, Net>();
  private readonly byId: (Net | undefined)[] = [undefined];
  private wires: readonly RouterWire[] = [];
  private readonly ways = new Map<string, Way>();
  private readonly crossings = new Crossings();
  /** How all wires run. The route of a wire that did not change is the same object as before. */
  routes: ReadonlyMap<string, Route> = new Map();

  /** Route everything anew. */
  route(nodes: Iterable<RouterNode>, wires: readonly RouterWire[]): ReadonlyMap<string, Route> {
    this.nodes.clear();
    for (const node of nodes) this.nodes.set(node.id, node);
    this.wires = wires;
    return this.again();
  }

  /** Route everything anew that is known: tidier than many small changes one after the other. */
  again(): ReadonlyMap<string, Route> {
    this.grid = new RouteGrid([...this.nodes.values()]);
    this.search = new RouteSearch(this.grid);
    this.ways.clear();
    this.collect();
    for (const net of this.nets.values()) net.marks = [];
    this.reroute([...this.nets.values()]);
    return this.finish();
  }

  /** Blocks have moved or changed their size: their wires run anew, and those that they now lie on. */
  update(changed: Iterable<RouterNode>): ReadonlyMap<string, Route> {
    return this.sync([...this.nodes.values(), ...changed], this.wires);
  }

  /** Take blocks and wires as they are now, and route what that touches. The last of two blocks with one id counts. */
  sync(nodes: Iterable<RouterNode>, wires: readonly RouterWire[]): ReadonlyMap<string, Route> {
    const now = new Map<string, RouterNode>();
    for (const node of nodes) now.set(node.id, node);
    const touched = new Set<string>();
    const moved: RouterNode[] = [];
    for (const [id, old] of this.nodes) {
      if (now.has(id)) continue;
      this.grid.place(old, -1);
      this.nodes.delete(id);
      touched.add(id);
    }
    for (const node of now.values()) {
      const old = this.nodes.get(node.id);
      if (old && sameBox(old, node)) continue;
      if (!this.grid.holds(node) || moved.length > 100) return this.route(now.values(), wires);
      if (old) this.grid.place(old, -1);
      this.grid.place(node, 1);
      this.nodes.set(node.id, node);
      touched.add(node.id);
      moved.push(node);
    }
    const dirty = new Set<Net>();
    for (const node of moved) for (const net of this.under(node)) dirty.add(net);
    const rewired = wires !== this.wires;
    if (rewired) {
      this.wires = wires;
      for (const net of this.collect()) dirty.add(net);
    }
    for (const net of this.nets.values()) {
      if (net.wires.some((wire) => touched.has(wire.from.node) || touched.has(wire.to.node))) dirty.add(net);
    }
    // Wires that had no way may have one now.
    if (moved.length > 0) for (const net of this.nets.values()) if (this.isForced(net)) dirty.add(net);
    if (dirty.size === 0 && !rewired) return this.routes;
    for (const net of dirty) this.clear(net);
    this.reroute([...dirty]);
    return this.finish(rewired ? undefined : dirty);
  }

  private isForced(net: Net): boolean {
    return net.wires.some((wire) => this.ways.get(wire.key)?.forced);
  }

  /** Sort the wires into nets; those that are not as they were. */
  private collect(): Net[] {
    const grouped = new Map<string, RouterWire[]>();
    for (const wire of this.wires) {
      const list = grouped.get(wire.net);
      if (list) list.push(wire);
      else grouped.set(wire.net, [wire]);
    }
    const changed: Net[] = [];
    const nets = new Map<string, Net>();
    for (const [name, wires] of grouped) {
      const old = this.nets.get(name);
      const net = old ?? { id: this.byId.length, name, wires: [], marks: [] };
      if (!old) this.byId.push(net);
      if (!sameWires(net.wires, wires)) changed.push(net);
      net.wires = wires;
      nets.set(name, net);
    }
    for (const [name, net] of this.nets) {
      if (nets.has(name)) continue;
      this.clear(net);
      this.byId[net.id] = undefined;
    }
    this.nets = nets;
    const keys = new Set(this.wires.map((wire) => wire.key));
    for (const key of this.ways.keys()) if (!keys.has(key)) this.ways.delete(key);
    return changed;
  }

  /** Nets that run where a box stands. */
  private under(node: RouterNode): Set<Net> {
    const found = new Set<Net>();
    const [a, b, c, d] = this.grid.range(node, this.grid.pitch / 2);
    for (let row = b; row <= d; row++) {
      for (let cell = row * this.grid.columns + a; cell <= row * this.grid.columns + c; cell++) {
        for (const id of [this.grid.across[cell], this.grid.along[cell]]) {
          const net = id ? this.byId[id] : undefined;
          if (net) found.add(net);
        }
      }
    }
    return found;
  }

  private clear(net: Net): void {
    for (const mark of net.marks) {
      const list = mark & 1 ? this.grid.along : this.grid.across;
      if (list[mark >> 1] === net.id) list[mark >> 1] = 0;
    }
    net.marks = [];
  }

  private mark(net: Net, cell: number, axis: number): void {
    const list = axis ? this.grid.along : this.grid.across;
    if (list[cell] !== 0) return;
    list[cell] = net.id;
    net.marks.push(cell * 2 + axis);
  }

  private ends(wire: RouterWire): [End, End] | undefined {
    const [a, b] = [this.nodes.get(wire.from.node), this.nodes.get(wire.to.node)];
    return a && b && [endOf(this.grid, a, wire.from), endOf(this.grid, b, wire.to)];
  }

  /** Short nets first: they have least choice. */
  private reroute(nets: Net[]): void {
    const jobs = nets.map((net) => {
      const wires = net.wires.flatMap((wire) => {
        const ends = this.ends(wire);
        return ends ? [{ wire, from: ends[0], to: ends[1], length: span(ends[0], ends[1]) }] : [];
      });
      // Wires with bends of their own go first, so that others of the net can keep to them.
      wires.sort((a, b) => Number(!a.wire.bends) - Number(!b.wire.bends) || a.length - b.length);
      for (const { from, to } of wires) {
        this.mark(net, from.cell, from.axis);
        this.mark(net, to.cell, to.axis);
      }
      return { net, wires, length: Math.max(0, ...wires.map((wire) => wire.length)) };
    });
    jobs.sort((a, b) => a.length - b.length);
    for (const { net, wires } of jobs) {
      // Wires of a net share their trunk where they start at one place.
      const trees = new Map<number, Tree>();
      const lanes: Lanes = new Map();
      for (const { wire, from, to } of wires) {
        const tree: Tree = trees.get(from.cell) ?? { parent: new Map(), depth: new Map() };
        trees.set(from.cell, tree);
        if (wire.bends) this.ways.set(wire.key, { points: this.bent(net, wire.bends, from, to), forced: false });
        else this.ways.set(wire.key, this.way(net, from, to, tree, lanes));
      }
    }
  }

  private way(net: Net, from: End, to: End, tree: Tree, lanes: Lanes): Way {
    if (tree.parent.size === 0) {
      tree.parent.set(from.cell, from.cell);
      tree.depth.set(from.cell, 0);
    }
    const found = this.search.find(net.id, tree, from.axis, to.cell, to.axis, to.sign);
    const branch = found?.[0];
    if (!found || branch === undefined) return { points: straightAcross(this.grid, from, to), forced: true };
    const trunk: number[] = [];
    for (let at = branch; ; at = tree.parent.get(at) ?? from.cell) {
      trunk.unshift(at);
      if (at === from.cell) break;
    }
    const cells = [...trunk, ...found.slice(1)];
    this.keep(net, cells, from.axis, to.axis, tree);
    return { points: cornersOf(this.grid, cells, from, to, lanes), forced: false };
  }

  /** Remember where a wire runs, for others of its net to join and for other nets to keep away from. */
  private keep(net: Net, cells: readonly number[], startAxis: Axis, goalAxis: Axis, tree: Tree): void {
    let axis: number = startAxis;
    for (let i = 0; i < cells.length; i++) {
      const cell = cells[i] as number;
      const before = cells[i - 1];
      if (before !== undefined) {
        axis = Math.abs(cell - before) === 1 ? 0 : 1;
        this.mark(net, before, axis);
        if (!tree.parent.has(cell)) {
          tree.parent.set(cell, before);
          tree.depth.set(cell, (tree.depth.get(before) ?? 0) + 1);
        }
      }
      this.mark(net, cell, axis);
    }
    const last = cells.at(-1);
    if (last !== undefined) this.mark(net, last, goalAxis);
  }

  private bent(net: Net, bends: readonly Point[], from: End, to: End): Point[] {
    const points = simplified(throughBends(bends, from, to));
    const { grid } = this;
    const column = (x: number) => Math.min(Math.max(Math.round((x - grid.left) / grid.pitch), 0), grid.columns - 1);
    const row = (y: number) => Math.min(Math.max(Math.round((y - grid.top) / grid.pitch), 0), grid.rows - 1);
    for (let i = 1; i < points.length; i++) {
      const [a, b] = [points[i - 1] as Point, points[i] as Point];
      const axis = a.y === b.y ? 0 : 1;
      const [i0, i1] = [column(Math.min(a.x, b.x)), column(Math.max(a.x, b.x))];
      const [j0, j1] = [row(Math.min(a.y, b.y)), row(Math.max(a.y, b.y))];
      for (let j = j0; j <= j1; j++) for (let c = i0; c <= i1; c++) this.mark(net, j * grid.columns + c, axis);
    }
    return points;
  }

  /** Crossings and branches of what was routed: all, or some nets only. */
  private finish(dirty?: ReadonlySet<Net>): ReadonlyMap<string, Route> {
    const lines: Line[] = [];
    for (const { key, net } of this.wires) {
      const way = this.ways.get(key);
      if (way) lines.push({ key, net, points: way.points });
    }
    const names = dirty && new Set([...dirty].map((net) => net.name));
    if (!names) this.crossings.reset(lines);
    const touched = names ? this.crossings.update(lines, names) : undefined;
    const dots = new Map<string, readonly Point[]>();
    const sharp = new Map<string, readonly Point[]>();
    for (const net of dirty ?? this.nets.values()) {
      const own = net.wires.flatMap(({ key }) => {
        const way = this.ways.get(key);
        return way ? [{ key, net: net.name, points: way.points }] : [];
      });
      const parted = dotsOf(own);
      const all = [...parted.values()].flat();
      for (const { key } of own) sharp.set(key, all);
      for (const [key, points] of parted) dots.set(key, points);
    }
    const routes = new Map<string, Route>();
    for (const { key, net, points } of lines) {
      const old = this.routes.get(key);
      const fresh = !names || names.has(net);
      if (old && touched && !fresh && !touched.has(key)) {
        routes.set(key, old);
        continue;
      }
      const forced = this.ways.get(key)?.forced ?? false;
      const made: Route = {
        key,
        points,
        hops: [...this.crossings.at(key)],
        dots: fresh ? (dots.get(key) ?? []) : (old?.dots ?? []),
        sharp: fresh ? (sharp.get(key) ?? []) : (old?.sharp ?? []),
        forced,
      };
      routes.set(key, old && sameRoute(old, made) ? old : made);
    }
    this.routes = routes;
    return routes;
  }
}

const sameRoute = (a: Route, b: Route): boolean =>
  a.forced === b.forced && (["points", "hops", "dots", "sharp"] as const).every((list) => samePoints(a[list], b[list]));

const sameBox = (a: RouterNode, b: RouterNode): boolean =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;

const samePoints = (a: readonly Point[], b: readonly Point[]): boolean =>
  a === b || (a.length === b.length && a.every((point, i) => point.x === b[i]?.x && point.y === b[i]?.y));

const samePort = (a: RouterWire["from"], b: RouterWire["from"]): boolean =>
  a.node === b.node && a.dx === b.dx && a.dy === b.dy && a.side === b.side;

function sameWires(a: readonly RouterWire[], b: readonly RouterWire[]): boolean {
  return (
    a.length === b.length &&
    a.every((wire, i) => {
      const other = b[i];
      if (!other || wire.key !== other.key || !samePort(wire.from, other.from) || !samePort(wire.to, other.to))
        return false;
      return wire.bends === other.bends || samePoints(wire.bends ?? [], other.bends ?? []);
    })
  );
}

const span = (a: End, b: End): number => Math.abs(a.point.x - b.point.x) + Math.abs(a.point.y - b.point.y);
