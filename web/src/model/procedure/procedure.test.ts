import { describe, expect, it } from "vitest";
import type { ProcedureDocument } from "@/gen/documents";
import type { ProcedurePlan, ProcedureState } from "@/gen/messages";
import {
  addForce,
  addKnot,
  bestPlace,
  forceAt,
  mostInserted,
  moveKnot,
  nextKnot,
  removeForce,
  removeKnot,
  setForce,
} from "./edit";
import { notRehearsable, notRunnable, type Standing } from "./gate";
import { EDGE, fromMap, inside, nudged, onMap } from "./map";
import { createProcedureStore, difference } from "./store";

const doc: ProcedureDocument = {
  format: "pult.procedure",
  version: 1,
  name: "test",
  robot: "pm01",
  world: "massage",
  scheme: "massage-force",
  panel: "massage",
  surface: "skin",
  knots: [-1, 0, 1].map((a) => ({ a, b: Math.PI / 2 })),
  speed: 0.025,
  force: [{ at: 0, force: 10 }],
  inserted: 1,
};

describe("the map of a surface", () => {
  it("leads back to every knot, and keeps the side that it is counted from", () => {
    for (const knot of [
      { a: 0.4, b: 0.3 },
      { a: -0.8, b: 1.5 },
      { a: 1.2, b: -2.9 },
    ]) {
      const found = fromMap(onMap(knot), knot);
      expect(found.a).toBeCloseTo(knot.a, 3);
      expect(found.b).toBeCloseTo(knot.b, 3);
    }
  });
  it("draws an arc over the top as a straight line", () => {
    const xs = doc.knots.map((knot) => onMap(knot).x);
    for (const x of xs) expect(x).toBeCloseTo(0, 12);
  });
  it("holds what is dragged out of it at its edge", () => {
    const held = inside({ x: 5, y: 5 });
    expect(Math.hypot(held.x, held.y)).toBeCloseTo(EDGE, 12);
    expect(nudged({ a: 0.5, b: 0 }, 0.1, 0)).toEqual({ a: 0.6, b: 0 });
  });
});

describe("changes of a procedure", () => {
  it("put a knot where it lengthens the way least", () => {
    expect(bestPlace(doc.knots, { a: 0.5, b: Math.PI / 2 })).toBe(1);
    expect(bestPlace(doc.knots, { a: 1.5, b: Math.PI / 2 })).toBe(2);
    expect(bestPlace(doc.knots, { a: -1.5, b: Math.PI / 2 })).toBe(-1);
    const more = addKnot(doc, { a: 0.5, b: Math.PI / 2 }, 1);
    expect(more.knots.map((knot) => knot.a)).toEqual([-1, 0, 0.5, 1]);
    expect(doc.knots).toHaveLength(3);
  });
  it("put a knot after the last on the map, with angles that are allowed", () => {
    expect(nextKnot(doc.knots)).toEqual({ a: EDGE, b: Math.PI / 2 });
    let knots = doc.knots.map((knot) => ({ ...knot, b: 3 }));
    for (let count = 0; count < 25; count++) {
      knots = [...knots, nextKnot(knots)];
      const [before, last] = knots.slice(-2);
      expect(last).not.toEqual(before);
      expect(Math.abs(last?.b ?? 9)).toBeLessThanOrEqual(Math.PI);
      expect(Math.abs(last?.a ?? 9)).toBeLessThanOrEqual(EDGE);
    }
  });
  it("leave two knots and one point of force", () => {
    const two = removeKnot(doc, 1);
    expect(two.knots).toHaveLength(2);
    expect(removeKnot(two, 0).knots).toHaveLength(2);
    expect(removeForce(doc, 0).force).toHaveLength(1);
  });
  it("insert no more knots than there is room for", () => {
    expect(mostInserted(7)).toBe(9);
    expect(mostInserted(64)).toBe(0);
    const full = { ...doc, inserted: mostInserted(3) };
    const after = addKnot(full, { a: 0.5, b: 1.5 }, 1);
    expect((after.knots.length - 1) * ((after.inserted ?? 0) + 1) + 1).toBeLessThanOrEqual(64);
  });
  it("keep the points of force in order, with lines between them", () => {
    const two = setForce(addForce(doc), 1, { force: 20 });
    expect(two.force.map((point) => point.at)).toEqual([0, 1]);
    expect(forceAt(two.force, 0.5)).toBeCloseTo(15, 12);
    expect(forceAt(two.force, 2)).toBe(20);
    const three = addForce(two);
    expect(three.force.map((point) => point.at)).toEqual([0, 0.5, 1]);
    expect(setForce(three, 0, { at: 0.7 }).force.map((point) => point.at)).toEqual([0.5, 0.7, 1]);
    expect(moveKnot(doc, 1, { a: 0.1, b: 0 }).knots[1]).toEqual({ a: 0.1, b: 0 });
  });
});

describe("the way from the model to the robot", () => {
  const plan = { ok: true, faults: [], marks: [] } as unknown as ProcedurePlan;
  const state = { name: "test", problem: "", rehearsed: true, passed: true } as unknown as ProcedureState;
  const good: Standing = { dirty: false, plan, planFailed: false, state, rehearsing: false };
  it("is open only for what was rehearsed as it is", () => {
    expect(notRunnable(good)).toBeNull();
    expect(notRunnable({ ...good, dirty: true })).toEqual({ key: "changed" });
    expect(notRunnable({ ...good, state: { ...state, problem: "It was not rehearsed." } })).toEqual({
      said: "It was not rehearsed.",
    });
    expect(notRunnable({ ...good, state: null })).toEqual({ key: "checking" });
    expect(notRunnable({ ...good, rehearsing: true })).toEqual({ key: "rehearsing" });
  });
  it("begins with a plan that holds", () => {
    expect(notRehearsable({ ...good, dirty: true })).toBeNull();
    expect(notRehearsable({ ...good, plan: null })).toEqual({ key: "checking" });
    expect(notRehearsable({ ...good, plan: { ...plan, ok: false } })).toEqual({ key: "marks" });
    expect(notRehearsable({ ...good, plan: null, planFailed: true })).toEqual({ key: "planFailed" });
    expect(notRunnable({ ...good, plan: null, planFailed: true })).toEqual({ key: "planFailed" });
  });
});

describe("a procedure that is edited", () => {
  it("is changed until it is saved or taken back", () => {
    const store = createProcedureStore(doc, "1");
    const speed = (value: number) => store.getState().edit("set speed", (now) => ({ ...now, speed: value }), "speed");
    expect(store.getState()).toMatchObject({ dirty: false, undoName: "" });
    speed(0.03);
    speed(0.04);
    expect(store.getState()).toMatchObject({ dirty: true, undoName: "set speed" });
    store.getState().undo();
    expect(store.getState()).toMatchObject({ doc, dirty: false, undoName: "", redoName: "set speed" });
    speed(0.05);
    const kept = store.getState().doc;
    store.getState().edit("remove knot 2", (now) => removeKnot(now, 1));
    store.getState().markSaved("2", kept);
    expect(store.getState()).toMatchObject({ dirty: true, saved: { version: "2" } });
    store.getState().undo();
    expect(store.getState().dirty).toBe(false);
  });
  it("differs from another in parts that have names", () => {
    expect(difference(doc, { ...doc })).toEqual([]);
    const other = { ...removeKnot(doc, 1), limits: { force: 30 }, title: "Mine" };
    expect(difference(doc, other)).toEqual(["knots", "limits", "other"]);
  });
});
