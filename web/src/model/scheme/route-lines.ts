import type { Point } from "./document";
import type { RouteGrid } from "./route-grid";
import type { RouterNode, RouterPort } from "./route-types";

/** 0 sideways, 1 up and down. */
export type Axis = 0 | 1;

/** An end of a wire on the canvas. */
export interface End {
  readonly point: Point;
  /** Way the wire goes there. */
  readonly axis: Axis;
  /** 1 if the port looks left or up, so that a wire comes in to the right or down; else -1. */
  readonly sign: 1 | -1;
  /** Lattice point in front of it. */
  readonly cell: number;
}

/** A straight part of a wire: its axis and its lane (y if sideways, x if up and down). */
interface Run {
  readonly axis: Axis;
  readonly lane: number;
  readonly cells: readonly number[];
}

/** Lanes off the lattice that parts of a net have, by cell * 2 + axis. */
export type Lanes = Map<number, number>;

/** Where a port is, and how a wire gets there. */
export function endOf(grid: RouteGrid, node: RouterNode, port: RouterPort): End {
  return {
    point: { x: node.x + port.dx, y: node.y + port.dy },
    axis: port.side === "left" || port.side === "right" ? 0 : 1,
    sign: port.side === "left" || port.side === "top" ? 1 : -1,
    cell: grid.front(node, port),
  };
}

/** Corner points of a wire that runs over these lattice points. */
export function cornersOf(grid: RouteGrid, cells: readonly number[], from: End, to: End, lanes: Lanes): Point[] {
  const runs = runsOf(grid, cells, from, to, lanes);
  const points: Point[] = [from.point];
  for (let i = 1; i < runs.length; i++) {
    const [a, b] = [runs[i - 1] as Run, runs[i] as Run];
    points.push(a.axis === 0 ? { x: b.lane, y: a.lane } : { x: a.lane, y: b.lane });
  }
  points.push(to.point);
  for (const { cells: on, lane, axis } of runs) {
    for (const cell of on) if ((axis === 0 ? grid.y(cell) : grid.x(cell)) !== lane) lanes.set(cell * 2 + axis, lane);
  }
  return simplified(points);
}

function runsOf(grid: RouteGrid, cells: readonly number[], from: End, to: End, lanes: Lanes): Run[] {
  const pieces: { axis: Axis; cells: number[] }[] = [{ axis: from.axis, cells: [cells[0] ?? from.cell] }];
  for (let i = 1; i < cells.length; i++) {
    const [a, b] = [cells[i - 1] as number, cells[i] as number];
    const axis: Axis = Math.abs(a - b) === 1 ? 0 : 1;
    const last = pieces.at(-1);
    if (last?.axis === axis) last.cells.push(b);
    else pieces.push({ axis, cells: [a, b] });
  }
  const end = cells.at(-1) ?? to.cell;
  if (pieces.at(-1)?.axis !== to.axis) pieces.push({ axis: to.axis, cells: [end] });
  const lane = ({ point, axis }: End) => (axis === 0 ? point.y : point.x);
  const own = (axis: Axis, on: readonly number[]) => {
    for (const cell of on) {
      const known = lanes.get(cell * 2 + axis);
      if (known !== undefined) return known;
    }
    const cell = on[0] ?? 0;
    return axis === 0 ? grid.y(cell) : grid.x(cell);
  };
  const runs: Run[] = [];
  pieces.forEach((piece, i) => {
    const start = i === 0 ? lane(from) : own(piece.axis, piece.cells);
    const finish = i === pieces.length - 1 ? lane(to) : start;
    if (start === finish || i > 0) {
      // A last part on a lane of the net that is not the port's changes over on the way.
      const begins = i > 0 && i === pieces.length - 1 ? laneGiven(piece, lanes) : undefined;
      if (begins !== undefined && begins !== finish) runs.push(...jog(grid, piece, begins, finish));
      else runs.push({ ...piece, lane: finish });
    } else runs.push(...jog(grid, piece, start, finish));
  });
  return runs;
}

function laneGiven(piece: { axis: Axis; cells: readonly number[] }, lanes: Lanes): number | undefined {
  const cell = piece.cells[0];
  return cell === undefined ? undefined : lanes.get(cell * 2 + piece.axis);
}

/** Two lanes one after the other, with a step between them half way. */
function jog(grid: RouteGrid, piece: { axis: Axis; cells: readonly number[] }, start: number, finish: number): Run[] {
  const middle = Math.floor(piece.cells.length / 2);
  const cell = piece.cells[middle] ?? 0;
  const across: Axis = piece.axis === 0 ? 1 : 0;
  return [
    { axis: piece.axis, lane: start, cells: piece.cells.slice(0, middle) },
    { axis: across, lane: piece.axis === 0 ? grid.x(cell) : grid.y(cell), cells: [] },
    { axis: piece.axis, lane: finish, cells: piece.cells.slice(middle) },
  ];
}

/** The same line without points that are no corners. */
export function simplified(points: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const point of points) {
    const [a, b] = [kept.at(-2), kept.at(-1)];
    if (b && b.x === point.x && b.y === point.y) continue;
    if (a && b && ((a.x === b.x && b.x === point.x) || (a.y === b.y && b.y === point.y))) kept.pop();
    kept.push(point);
  }
  return kept;
}

/** A way across everything, for a wire that has no other. */
export function straightAcross(grid: RouteGrid, from: End, to: End): Point[] {
  const front = ({ point, axis, cell }: End): Point =>
    axis === 0 ? { x: grid.x(cell), y: point.y } : { x: point.x, y: grid.y(cell) };
  const [a, b] = [front(from), front(to)];
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  let between: Point[];
  if (from.axis === 0 && to.axis === 0) {
    const forward = (a.x - from.point.x) * (b.x - a.x) >= 0;
    between = forward
      ? [
          { x: middle.x, y: a.y },
          { x: middle.x, y: b.y },
        ]
      : [
          { x: a.x, y: middle.y },
          { x: b.x, y: middle.y },
        ];
  } else if (from.axis === 1 && to.axis === 1) {
    between = [
      { x: a.x, y: middle.y },
      { x: b.x, y: middle.y },
    ];
  } else between = from.axis === 0 ? [{ x: b.x, y: a.y }] : [{ x: a.x, y: b.y }];
  return simplified([from.point, a, ...between, b, to.point]);
}

/** A wire through bends that a person has set; the outer ones follow the ports when these move. */
export function throughBends(bends: readonly Point[], from: End, to: End): Point[] {
  const list = bends.map((point) => ({ ...point }));
  const follow = (bend: { x: number; y: number } | undefined, next: Point, end: End) => {
    if (!bend) return;
    if (end.axis === 0 && bend.x === next.x) bend.y = end.point.y;
    if (end.axis === 1 && bend.y === next.y) bend.x = end.point.x;
  };
  follow(list[0], list[1] ?? to.point, from);
  follow(list.at(-1), list.at(-2) ?? from.point, to);
  const points: Point[] = [from.point];
  let axis: Axis = from.axis;
  const go = (target: Point, last: boolean) => {
    const at = points.at(-1) ?? from.point;
    if (at.x !== target.x && at.y !== target.y) {
      const first: Axis = last ? (to.axis === 0 ? 1 : 0) : axis;
      if (last && first !== axis && points.length === 1) {
        // Straight from port to port: out, over in the middle, in.
        const m = { x: (at.x + target.x) / 2, y: (at.y + target.y) / 2 };
        points.push(
          ...(axis === 0
            ? [
                { x: m.x, y: at.y },
                { x: m.x, y: target.y },
              ]
            : [
                { x: at.x, y: m.y },
                { x: target.x, y: m.y },
              ]),
        );
      } else points.push(first === 0 ? { x: target.x, y: at.y } : { x: at.x, y: target.y });
    }
    const before = points.at(-1) ?? at;
    axis = before.y === target.y ? 0 : 1;
    points.push(target);
  };
  for (const bend of list) go(bend, false);
  go(to.point, true);
  return simplified(points);
}
