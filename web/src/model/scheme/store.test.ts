import { describe, expect, it } from "vitest";
import type { CheckResult, FaultMessage } from "@/gen/messages";
import { selecting } from "./document";
import { addBlock, moveThings, removeThings, setParameter, setShape } from "./edits";
import { FaultIndex, placeOf } from "./faults";
import { createSchemeStore, externalPorts, portAt, portsOf } from "./store";
import { port, servo, types } from "./testing/samples";

const at = { x: 0, y: 0 };
const fault = (place: string, more: Partial<FaultMessage> = {}): FaultMessage => ({
  place,
  message: "",
  code: "",
  level: "",
  block: "",
  blocks: [],
  templates: [],
  values: {},
  ...more,
});
const check = (more: Partial<CheckResult>): CheckResult => ({
  faults: [],
  warnings: [],
  not_runnable: [],
  levels: {},
  blocks: 0,
  wires: 0,
  time: 0,
  ...more,
});

function opened() {
  const store = createSchemeStore();
  store.getState().open(servo, "v1");
  store.getState().setBlocks(types);
  return store;
}

describe("the scheme store", () => {
  it("knows what is saved and what is not", () => {
    const store = opened();
    expect(store.getState().dirty).toBe(false);
    store.getState().edit("k", (doc, level) => setParameter(doc, level, "sum", "k", 2));
    expect(store.getState().dirty).toBe(true);
    store.getState().undo();
    expect(store.getState().dirty).toBe(false);
    store.getState().redo();
    store.getState().markSaved("v2");
    expect(store.getState()).toMatchObject({ dirty: false, saved: { version: "v2" } });
  });

  it("makes one step of a drag and names it", () => {
    const store = opened();
    for (let i = 0; i < 5; i++) {
      store
        .getState()
        .edit("move Sum", (doc, level) => moveThings(doc, level, selecting({ blocks: ["sum"] }), 20, 0), "drag 1");
    }
    store.getState().seal();
    expect(store.getState().undoName).toBe("move Sum");
    store.getState().undo();
    expect(store.getState().doc).toBe(servo);
    expect(store.getState().redoName).toBe("move Sum");
  });

  it("keeps the selection to what is there", () => {
    const store = opened();
    store.getState().select({ blocks: ["sum", "nobody"], notes: [0] });
    expect(store.getState().selection).toEqual(selecting({ blocks: ["sum"], notes: [0] }));
    store.getState().edit("remove", (doc, level) => removeThings(doc, level, store.getState().selection));
    expect(store.getState().selection).toEqual(selecting({}));
    store.getState().undo();
    expect(store.getState().selection.blocks).toEqual(["sum"]);
  });

  it("goes into sub-schemes and out of them, and back to where undone changes were made", () => {
    const store = opened();
    store.getState().enter("sum");
    expect(store.getState().level).toBe("");
    store.getState().enter("spare");
    expect(store.getState().path).toEqual([
      { level: "", block: "" },
      { level: "axis", block: "spare" },
    ]);
    store.getState().edit("k", (doc, level) => setParameter(doc, level, "drive", "k", 3));
    store.getState().leave(0);
    expect(store.getState()).toMatchObject({ level: "", selection: { blocks: ["spare"] } });
    store.getState().undo();
    expect(store.getState().level).toBe("axis");
  });

  it("leaves a sub-scheme that is no longer there", () => {
    const store = opened();
    store.getState().enter("spare");
    store.getState().edit("remove", (doc) => removeThings(doc, "", selecting({ blocks: ["spare"] })));
    expect(store.getState()).toMatchObject({ level: "", path: [{ level: "", block: "" }] });
  });

  it("shows where a fault is", () => {
    const store = opened();
    store.getState().reveal(fault("schemes.axis.blocks[1].parameters.k", { level: "axis", block: "drive" }));
    expect(store.getState()).toMatchObject({ level: "axis", selection: { blocks: ["drive"] } });
  });
});

describe("ports of blocks", () => {
  it("come from the type right after placing, lifted to the shape", () => {
    const store = opened();
    let id = "";
    store.getState().edit("add", (doc, level) => {
      const made = addBlock(doc, level, "arithmetic.gain", at);
      id = made.id;
      return made.doc;
    });
    expect(portsOf(store.getState(), "", id).inputs.map((p) => p.name)).toEqual(["x"]);
    store.getState().edit("shape", (doc, level) => setShape(doc, level, id, [3]));
    expect(portsOf(store.getState(), "", id).outputs[0]?.shape).toEqual([3]);
  });

  it("come from the check as long as the block has the form that was checked", () => {
    const store = opened();
    const facts = { inputs: [port("x1"), port("x2"), port("x3")], outputs: [port("y")] };
    store.getState().setCheck(check({ levels: { "": { blocks: { sum: facts }, inputs: [], outputs: [] } } }));
    expect(portsOf(store.getState(), "", "sum")).toBe(facts);
    const copied = addBlock(store.getState().doc, "", "arithmetic.sum", at, { parameters: { signs: "+-" } });
    store.getState().edit("paste", () => copied.doc);
    expect(portsOf(store.getState(), "", copied.id).inputs).toHaveLength(3);
  });

  it("are those that a sub-scheme declares", () => {
    const state = opened().getState();
    expect(portsOf(state, "", "axis").outputs.map((p) => [p.name, p.quantity])).toEqual([
      ["angle", "angle"],
      ["voltage", "electric"],
    ]);
    expect(externalPorts(state, "axis").inputs[0]?.unit).toBe("rad");
    expect(portAt(state, "", "wanted", "from")?.unit).toBe("rad");
    expect(portAt(state, "", "axis.wanted", "to")?.unit).toBe("rad");
    expect(portAt(state, "", "axis.wanted", "from")).toBeUndefined();
  });
});

describe("faults", () => {
  it("are found by what they are about", () => {
    const index = new FaultIndex(
      check({
        faults: [fault("wires[0]"), fault("outputs.angle"), fault("blocks[2].parameters.signs")],
        warnings: [fault("schemes.axis.blocks[0]", { level: "axis" })],
      }),
      servo,
    );
    expect(index.severity("", "wires", "wanted -> axis.wanted")).toBe("error");
    expect(index.severity("", "outputs", "angle")).toBe("error");
    expect(index.severity("", "blocks", "sum")).toBe("error");
    expect(index.severity("axis", "blocks", "pd")).toBe("warning");
    expect(index.at("", "blocks", "axis")).toEqual([]);
    expect([index.errors, index.warnings]).toEqual([3, 1]);
  });

  it("tell the field, and all blocks of a loop", () => {
    expect(placeOf(fault("blocks[2].parameters.signs"), servo)).toMatchObject({
      what: "block",
      name: "sum",
      field: "parameters.signs",
    });
    const loop = placeOf(fault("wires[3]", { blocks: ["axis", "sum"] }), servo);
    expect(loop).toMatchObject({
      what: "wire",
      selection: { blocks: ["axis", "sum"], wires: ["axis.angle -> sum.x1"] },
    });
    expect(placeOf(fault("step"), servo).what).toBe("step");
  });
});
