import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bentTo, movableParts } from "./bends";
import { levelOf, type Point, wireKey } from "./document";
import { setBends } from "./edits";
import { Router } from "./route";
import { createSchemeStore } from "./store";
import { columnsDrawing } from "./testing/layouts";
import { servo } from "./testing/samples";

const at = (x: number, y: number): Point => ({ x, y });
/** Out of a port, up, and into another. */
const step = [at(0, 0), at(60, 0), at(60, -96), at(200, -96)];

const right = (points: readonly Point[]) =>
  points.slice(1).every((b, i) => b.x === points[i]?.x || b.y === points[i]?.y);

describe("bending wires by hand", () => {
  it("offers a handle on every part that has room for one", () => {
    const parts = movableParts([at(0, 0), at(10, 0), at(10, 100), at(110, 100)]);
    expect(parts).toEqual([
      { index: 1, middle: at(10, 50), across: false, length: 100 },
      { index: 2, middle: at(60, 100), across: true, length: 100 },
    ]);
  });

  it("moves an upright part across, to the nearest lane", () => {
    expect(bentTo(step, 1, at(123, -40))).toEqual([at(120, 0), at(120, -96)]);
  });

  it("gives a part at a port a step, so that the wire still leaves the port straight", () => {
    const bends = bentTo(step, 0, at(30, 40));
    expect(bends[0]?.y).toBe(0);
    expect(bends.some((point) => point.y === 40)).toBe(true);
    expect(right([at(0, 0), ...bends, at(200, -96)])).toBe(true);
  });

  it("snaps onto the line of another part, which takes the corners between them away", () => {
    const line = [at(0, 0), at(40, 0), at(40, 60), at(120, 60), at(120, 0), at(200, 0)];
    expect(bentTo(line, 2, at(80, 5))).toEqual([]);
  });

  it("leaves every wire at right angles, from port to port, wherever a part is moved to", () => {
    const { nodes, wires } = columnsDrawing(12, 14, 3);
    const router = new Router();
    const routes = [...router.route(nodes, wires).values()];
    fc.assert(
      fc.property(
        fc.nat(routes.length - 1),
        fc.nat(5),
        fc.integer({ min: -400, max: 1400 }),
        fc.integer({ min: -400, max: 900 }),
        (which, part, x, y) => {
          const route = routes[which];
          const found = route && movableParts(route.points);
          const chosen = found?.[part % Math.max(1, found.length)];
          if (!route || !chosen) return;
          const bends = bentTo(route.points, chosen.index, at(x, y));
          const bent = wires.map((wire) => (wire.key === route.key ? { ...wire, bends } : wire));
          const drawn = new Router().route(nodes, bent).get(route.key)?.points ?? [];
          expect(right(drawn)).toBe(true);
          expect(drawn[0]).toEqual(route.points[0]);
          expect(drawn.at(-1)).toEqual(route.points.at(-1));
          if (bends.length === 0) return;
          // what was dragged stands where it was let go, as far as it snapped
          const wanted = chosen.across ? y : x;
          const lines = drawn.slice(1).map((b, i) => (chosen.across ? [drawn[i]?.y, b.y] : [drawn[i]?.x, b.x]));
          expect(lines.some(([a, b]) => a === b && Math.abs((a ?? 0) - wanted) <= 6)).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("is one step of undo for a whole drag, kept with the drawing, and taken back by a reset", () => {
    const store = createSchemeStore();
    store.getState().open(servo, "v1");
    const key = wireKey({ from: "wanted", to: "axis.wanted" });
    for (const x of [70, 80, 90])
      store.getState().edit("bend", (doc, level) => setBends(doc, level, key, bentTo(step, 1, at(x, 0))), "bend 1");
    store.getState().seal();
    expect(levelOf(store.getState().doc, "")?.ui?.wires?.[key]).toEqual([
      [90, 0],
      [90, -96],
    ]);
    store.getState().edit("straighten", (doc, level) => setBends(doc, level, key, undefined));
    expect(levelOf(store.getState().doc, "")?.ui?.wires).toBeUndefined();
    store.getState().undo();
    store.getState().undo();
    expect(store.getState().doc).toBe(servo);
  });
});
