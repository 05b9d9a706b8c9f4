import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Point } from "./document";
import { dragPart, pathOf, type Route, Router, type RouterNode, type RouterWire } from "./route";
import { Crossings } from "./route-marks";
import { columnsDrawing } from "./testing/layouts";

/** Boxes in cells of a table, moved inside them by chance: they never overlap, and lanes fit between them. */
const drawings = fc
  .record({
    columns: fc.integer({ min: 1, max: 5 }),
    rows: fc.integer({ min: 1, max: 4 }),
    boxes: fc.array(
      fc.record({
        w: fc.integer({ min: 20, max: 120 }),
        h: fc.integer({ min: 20, max: 100 }),
        x: fc.nat(36),
        y: fc.nat(36),
      }),
      { minLength: 20, maxLength: 20 },
    ),
    wires: fc.array(
      fc.record({
        from: fc.nat(19),
        out: fc.double({ min: 0.1, max: 0.9, noNaN: true }),
        to: fc.nat(19),
        flip: fc.boolean(),
      }),
      { maxLength: 15 },
    ),
  })
  .map(({ columns, rows, boxes, wires }) => {
    const count = columns * rows;
    const nodes = boxes.slice(0, count).map(
      ({ w, h, x, y }, i): RouterNode => ({
        id: `b${i}`,
        x: (i % columns) * 190 + x,
        y: Math.floor(i / columns) * 170 + y,
        width: w,
        height: h,
      }),
    );
    const made = wires.map(({ from, out, to, flip }, i): RouterWire => {
      const [a, b] = [nodes[from % count], nodes[to % count]];
      if (!a || !b) throw new Error("there is always a box");
      return {
        key: `w${i}`,
        net: `${a.id} ${out}`,
        from: { node: a.id, dx: flip ? 0 : a.width, dy: Math.round(a.height * out), side: flip ? "left" : "right" },
        to: { node: b.id, dx: flip ? b.width : 0, dy: Math.round(b.height * 0.5), side: flip ? "right" : "left" },
      };
    });
    return { nodes, wires: made };
  });

const parts = ({ points }: Route): [Point, Point][] => points.slice(1).map((point, i) => [points[i] as Point, point]);

function enters(node: RouterNode, [a, b]: [Point, Point]): boolean {
  return (
    Math.max(a.x, b.x) > node.x &&
    Math.min(a.x, b.x) < node.x + node.width &&
    Math.max(a.y, b.y) > node.y &&
    Math.min(a.y, b.y) < node.y + node.height
  );
}

function expectGood(nodes: Iterable<RouterNode>, wires: readonly RouterWire[], router: Router): void {
  const boxes = new Map([...nodes].map((node) => [node.id, node]));
  for (const wire of wires) {
    const route = router.routes.get(wire.key);
    if (!route) throw new Error(`no route for ${wire.key}`);
    const [from, to] = [boxes.get(wire.from.node), boxes.get(wire.to.node)];
    expect(route.forced).toBe(false);
    expect(route.points[0]).toEqual({ x: (from?.x ?? 0) + wire.from.dx, y: (from?.y ?? 0) + wire.from.dy });
    expect(route.points.at(-1)).toEqual({ x: (to?.x ?? 0) + wire.to.dx, y: (to?.y ?? 0) + wire.to.dy });
    for (const part of parts(route)) {
      const [a, b] = part;
      expect(a.x === b.x || a.y === b.y).toBe(true);
      for (const box of boxes.values()) expect(enters(box, part), `${wire.key} behind ${box.id}`).toBe(false);
    }
  }
}

/** Many drawings on a busy machine take a while. */
const slow = { timeout: 120_000 };

describe("Router", () => {
  it("leads every wire from port to port at right angles and never behind a block", slow, () => {
    fc.assert(
      fc.property(drawings, ({ nodes, wires }) => {
        const router = new Router();
        router.route(nodes, wires);
        expectGood(nodes, wires, router);
      }),
      { numRuns: 150 },
    );
  });

  it("keeps to that while blocks are moved one after the other", slow, () => {
    const moves = fc.array(fc.record({ node: fc.nat(19), x: fc.nat(36), y: fc.nat(36) }), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(drawings, moves, ({ nodes, wires }, steps) => {
        const router = new Router();
        router.route(nodes, wires);
        const now = new Map(nodes.map((node) => [node.id, node]));
        for (const { node, x, y } of steps) {
          const old = nodes[node % nodes.length];
          if (!old) continue;
          const moved = { ...old, x: Math.floor(old.x / 190) * 190 + x, y: Math.floor(old.y / 170) * 170 + y };
          now.set(moved.id, moved);
          router.update([moved]);
        }
        expectGood(now.values(), wires, router);
      }),
      { numRuns: 80 },
    );
  });

  it("keeps lanes of different nets at least 8 px apart in a drawing on the grid", slow, () => {
    const { nodes, wires } = columnsDrawing(60, 90, 3);
    const router = new Router();
    router.route(nodes, wires);
    const nets = new Map(wires.map((wire) => [wire.key, wire.net]));
    const all = [...router.routes.values()].flatMap((route) =>
      parts(route).map((part) => ({ net: nets.get(route.key), part })),
    );
    for (const one of all) {
      for (const two of all) {
        if (one.net === two.net) continue;
        const [[a, b], [c, d]] = [one.part, two.part];
        if (a.y === b.y && c.y === d.y && Math.abs(a.y - c.y) < 8) {
          const shared =
            Math.min(Math.max(a.x, b.x), Math.max(c.x, d.x)) - Math.max(Math.min(a.x, b.x), Math.min(c.x, d.x));
          expect(shared).toBeLessThanOrEqual(0);
        }
        if (a.x === b.x && c.x === d.x && Math.abs(a.x - c.x) < 8) {
          const shared =
            Math.min(Math.max(a.y, b.y), Math.max(c.y, d.y)) - Math.max(Math.min(a.y, b.y), Math.min(c.y, d.y));
          expect(shared).toBeLessThanOrEqual(0);
        }
      }
    }
  });

  const box = (id: string, x: number, y: number): RouterNode => ({ id, x, y, width: 120, height: 80 });
  const wire = (from: string, to: string, dy = 40): RouterWire => ({
    key: `${from} -> ${to}`,
    net: from,
    from: { node: from, dx: 120, dy, side: "right" },
    to: { node: to, dx: 0, dy: 40, side: "left" },
  });

  it("draws a straight line between ports on one height", () => {
    const router = new Router();
    router.route([box("a", 0, 0), box("b", 240, 0)], [wire("a", "b")]);
    expect(router.routes.get("a -> b")?.points).toEqual([
      { x: 120, y: 40 },
      { x: 240, y: 40 },
    ]);
  });

  it("leads a wire back round the blocks, above or below", () => {
    const router = new Router();
    router.route([box("a", 0, 0), box("b", 240, 0)], [wire("b", "a")]);
    const points = router.routes.get("b -> a")?.points ?? [];
    const heights = points.map((point) => point.y);
    expect(Math.max(...heights) > 80 || Math.min(...heights) < 0).toBe(true);
  });

  it("lets wires of one source share a trunk and marks where they part", () => {
    const router = new Router();
    router.route([box("a", 0, 0), box("b", 300, 0), box("c", 300, 200)], [wire("a", "b"), wire("a", "c")]);
    const [straight, branch] = [router.routes.get("a -> b"), router.routes.get("a -> c")];
    expect(branch?.dots).toHaveLength(1);
    const dot = branch?.dots[0] ?? { x: 0, y: 0 };
    expect(dot.y).toBe(40);
    expect(dot.x).toBeGreaterThan(120);
    expect(dot.x).toBeLessThan(300);
    expect(straight?.dots).toEqual([]);
  });

  it("lets the wire of the later net hop where two cross", () => {
    const router = new Router();
    const nodes = [box("a", 0, 0), box("b", 0, 200), box("c", 300, 0), box("d", 300, 200)];
    router.route(nodes, [wire("a", "d"), wire("b", "c")]);
    expect(router.routes.get("a -> d")?.hops).toEqual([]);
    expect(router.routes.get("b -> c")?.hops).toHaveLength(1);
  });

  it("leaves routes alone that a change does not touch", () => {
    const { nodes, wires } = columnsDrawing(60, 80, 5);
    const router = new Router();
    const before = router.route(nodes, wires);
    const node = nodes[0] as RouterNode;
    const after = router.update([{ ...node, y: node.y - 20 }]);
    const same = wires.filter(({ key }) => before.get(key) === after.get(key));
    expect(same.length).toBeGreaterThan(wires.length * 0.8);
  });

  it("finds the same crossings and branches after small changes as anew", () => {
    const { nodes, wires } = columnsDrawing(40, 60, 9);
    const router = new Router();
    router.route(nodes, wires);
    for (const i of [3, 11, 17, 25])
      router.update([{ ...(nodes[i] as RouterNode), y: (nodes[i] as RouterNode).y + 20 }]);
    const lines = wires.map(({ key, net }) => ({ key, net, points: router.routes.get(key)?.points ?? [] }));
    const anew = new Crossings();
    anew.reset(lines);
    const sorted = (points: readonly Point[]) => points.map(({ x, y }) => `${x} ${y}`).sort();
    for (const { key } of wires) expect(sorted(router.routes.get(key)?.hops ?? [])).toEqual(sorted(anew.at(key)));
  });

  it("follows wires that come and go", () => {
    const router = new Router();
    const nodes = [box("a", 0, 0), box("b", 240, 0), box("c", 240, 200)];
    router.sync(nodes, [wire("a", "b")]);
    router.sync(nodes, [wire("a", "b"), wire("a", "c")]);
    expect([...router.routes.keys()]).toEqual(["a -> b", "a -> c"]);
    router.sync([...nodes.slice(0, 2)], [wire("a", "b")]);
    expect([...router.routes.keys()]).toEqual(["a -> b"]);
  });

  it("goes through bends that a person has set, and lets them follow a moved block", () => {
    const router = new Router();
    const bent = {
      ...wire("a", "b"),
      bends: [
        { x: 180, y: 40 },
        { x: 180, y: 140 },
      ],
    };
    router.route([box("a", 0, 0), box("b", 300, 100)], [bent]);
    expect(router.routes.get("a -> b")?.points).toEqual([
      { x: 120, y: 40 },
      { x: 180, y: 40 },
      { x: 180, y: 140 },
      { x: 300, y: 140 },
    ]);
    router.update([box("a", 0, 20)]);
    expect(router.routes.get("a -> b")?.points).toEqual([
      { x: 120, y: 60 },
      { x: 180, y: 60 },
      { x: 180, y: 140 },
      { x: 300, y: 140 },
    ]);
  });
});

describe("pathOf", () => {
  it("rounds corners and arcs over crossings", () => {
    const points = [
      { x: 0, y: 0 },
      { x: 100, y: 0 },
      { x: 100, y: 100 },
    ];
    expect(pathOf(points, 8)).toBe("M0 0L92 0Q100 0 100 8L100 100");
    expect(pathOf(points, 8, [{ x: 50, y: 0 }])).toBe("M0 0L45 0A5 5 0 0 1 55 0L92 0Q100 0 100 8L100 100");
  });

  it("leaves out a hop that has no room next to a corner", () => {
    const points = [
      { x: 0, y: 0 },
      { x: 20, y: 0 },
      { x: 20, y: 100 },
    ];
    expect(pathOf(points, 8, [{ x: 17, y: 0 }])).not.toContain("A");
  });
});

describe("dragPart", () => {
  it("moves a part sideways and keeps the line at right angles", () => {
    const line = [
      { x: 0, y: 0 },
      { x: 50, y: 0 },
      { x: 50, y: 80 },
      { x: 100, y: 80 },
    ];
    expect(dragPart(line, 1, { x: 70, y: 0 })).toEqual([
      { x: 70, y: 0 },
      { x: 70, y: 80 },
    ]);
  });

  it("gives the part at a port a step, so that the wire still starts there", () => {
    const bends = dragPart(
      [
        { x: 0, y: 0 },
        { x: 100, y: 0 },
      ],
      0,
      { x: 0, y: 40 },
    );
    expect(bends).toEqual([
      { x: 20, y: 0 },
      { x: 20, y: 40 },
      { x: 80, y: 40 },
      { x: 80, y: 0 },
    ]);
  });
});
