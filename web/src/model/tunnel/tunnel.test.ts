import { describe, expect, test } from "vitest";
import type { TunnelDocument } from "@/gen/documents";
import { extend, handleAt, insert, move, nearestWall, remove, sameHandle, targetOf } from "./edit";
import { createTunnelStore } from "./store";

const ELBOW: TunnelDocument = {
  format: "pult.tunnel",
  version: 1,
  name: "elbow",
  left: [
    [0, 0.05],
    [0.55, 0.05],
    [0.55, 0.6],
  ],
  right: [
    [0, -0.05],
    [0.65, -0.05],
    [0.65, 0.6],
  ],
};

describe("tunnel", () => {
  test("without a target it is in the middle of the end", () => {
    expect(targetOf(ELBOW).x).toBeCloseTo(0.6);
    expect(targetOf({ ...ELBOW, target: [1, 2] })).toEqual({ x: 1, y: 2 });
  });

  test("points and target are moved, rounded to a tenth of a millimetre", () => {
    expect(move(ELBOW, { side: "left", index: 1 }, { x: 0.500049, y: 0.1 }).left[1]).toEqual([0.5, 0.1]);
    expect(move(ELBOW, { side: "target" }, { x: 0.6, y: 0.5 }).target).toEqual([0.6, 0.5]);
    expect(ELBOW.left[1]).toEqual([0.55, 0.05]);
  });

  test("a point goes into the segment that it is nearest to", () => {
    expect(nearestWall(ELBOW, { x: 0.3, y: -0.2 })).toEqual({ side: "right", after: 0 });
    const { doc, handle } = insert(ELBOW, { x: 0.5, y: 0.4 });
    expect(handle).toEqual({ side: "left", index: 2 });
    expect(doc.left).toHaveLength(4);
    expect(doc.left[2]).toEqual([0.5, 0.4]);
  });

  test("two points of a wall stay", () => {
    const fewer = remove(ELBOW, { side: "left", index: 1 });
    expect(fewer.left).toHaveLength(2);
    expect(remove(fewer, { side: "left", index: 0 })).toBe(fewer);
  });

  test("a corridor drawn on is as wide as the end, and its walls meet the old ones", () => {
    const longer = extend(ELBOW, { x: 1.2, y: 1.2 });
    expect(longer.left).toHaveLength(4);
    const [a, b] = [longer.left.at(-1) ?? [], longer.right.at(-1) ?? []];
    expect(Math.hypot((a[0] ?? 0) - (b[0] ?? 0), (a[1] ?? 0) - (b[1] ?? 0))).toBeCloseTo(0.1, 3);
    expect(longer.left[2]?.[0]).toBeCloseTo(0.55, 3); // still on the line of the old wall
    expect(longer.right[2]?.[0]).toBeCloseTo(0.65, 3);
    expect(extend(ELBOW, { x: 0.6, y: 0.61 })).toBe(ELBOW); // too short
  });

  test("places of faults lead to handles", () => {
    expect(handleAt("right[3]")).toEqual({ side: "right", index: 3 });
    expect(handleAt("target")).toEqual({ side: "target" });
    expect(handleAt("arm.width")).toBeNull();
    expect(sameHandle(handleAt("left[1]"), { side: "left", index: 1 })).toBe(true);
    expect(sameHandle(handleAt("left[1]"), handleAt("left[2]"))).toBe(false);
  });

  test("a drag is one step of undo", () => {
    const store = createTunnelStore(ELBOW, "1");
    for (const x of [0.1, 0.2, 0.3]) {
      store.getState().edit("move", (doc) => move(doc, { side: "target" }, { x, y: 0 }), "drag 1");
    }
    expect(store.getState().doc.target).toEqual([0.3, 0]);
    store.getState().undo();
    expect(store.getState().doc).toEqual(ELBOW);
  });
});
