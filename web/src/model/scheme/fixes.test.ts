import { describe, expect, it } from "vitest";
import type { BlockDocument, SchemeDocument, WireDocument } from "@/gen/documents";
import type { FaultMessage } from "@/gen/messages";
import { blockOf, isFlipped, positionOf, wireKey } from "./document";
import { fixesOf, type QuickFix, type Verb } from "./fixes";
import { createSchemeStore } from "./store";
import { flaws, info, port, types } from "./testing/samples";

const known = new Map(
  [
    ...types,
    info("sources.constant", "Constant", "The same value always.", {}),
    info("digital.unit_delay", "Unit delay", "The input of the step before.", { inputs: [port("x")], state: true }),
  ].map((type) => [type.name, type]),
);

const fault = (code: string, place: string, message: string, more: Partial<FaultMessage> = {}): FaultMessage => ({
  code,
  place,
  message,
  level: "",
  block: "",
  blocks: [],
  english: "",
  ...more,
});

const scheme = (blocks: BlockDocument[], wires: WireDocument[], more: Partial<SchemeDocument> = {}) =>
  ({ format: "pult.scheme", version: 1, blocks, wires, ...more }) as SchemeDocument;

const gains = [
  { id: "gain", type: "arithmetic.gain" },
  { id: "gain_2", type: "arithmetic.gain" },
];

function remedies(doc: SchemeDocument, about: FaultMessage): readonly QuickFix[] {
  return fixesOf(about, { doc, check: null, checked: null, blocks: known });
}

/** The document after the remedy of a verb; it keeps all that holds for schemes, and is one step of undo. */
function remedied(doc: SchemeDocument, about: FaultMessage, verb: Verb): SchemeDocument {
  const fix = remedies(doc, about).find((found) => found.verb === verb);
  expect(fix, `a remedy that is called ${verb}`).toBeDefined();
  const store = createSchemeStore();
  store.getState().open(doc, "v1");
  const made = fix?.apply(doc);
  store.getState().edit("remedy", () => made?.doc ?? doc, undefined, made?.select);
  const after = store.getState().doc;
  expect(after).not.toBe(doc);
  store.getState().undo();
  expect(store.getState().doc).toBe(doc);
  return after;
}

describe("remedies of faults", () => {
  it("put a delay into the wire of a loop that leads back, turned the way the signal goes", () => {
    const doc = scheme(gains, [
      { from: "gain.y", to: "gain_2.x" },
      { from: "gain_2.y", to: "gain.x" },
    ], { ui: { blocks: { gain: { position: [0, 0] }, gain_2: { position: [240, 0] } } } }); // biome-ignore format: a drawing
    const about = fault(
      "algebraic-loop",
      "wires[0]",
      "algebraic loop: gain_2.x -> gain.x -> gain_2.x. An output would depend on itself within one step. " +
        "Insert a delay ('digital.unit_delay') into one of these wires.",
      { block: "gain", blocks: ["gain", "gain_2"] },
    );
    const after = remedied(doc, about, "delay");
    expect(after.wires?.map(wireKey)).toEqual([
      "gain.y -> gain_2.x",
      "gain_2.y -> unit_delay.x",
      "unit_delay.y -> gain.x",
    ]);
    const russian = { ...about, message: "алгебраическая петля", english: about.message };
    expect(remedied(doc, russian, "delay").wires).toEqual(after.wires);
    expect(isFlipped(after, "unit_delay")).toBe(true);
    expect(positionOf(after, "blocks", "unit_delay").y).toBeGreaterThan(80);
    expect(flaws(after)).toEqual([]);
  });

  it("have no delay for a loop of signals that are on or off", () => {
    const doc = scheme([{ id: "not", type: "logic.not" }], [{ from: "not.y", to: "not.x" }]);
    expect(remedies(doc, fault("algebraic-loop", "wires[0]", "algebraic loop: not.x. An output"))).toEqual([]);
  });

  it("feed a free input by a constant of its size, beside it and clear of other blocks", () => {
    const doc = scheme([{ id: "pd", type: "control.pd", shape: [3] }], [], {
      ui: { blocks: { pd: { position: [400, 0] } } },
    });
    const first = fault("missing-input", "blocks[0]", "input 'pd.wanted' [rad] has no wire and no constant.", {
      block: "pd",
      blocks: ["pd"],
    });
    const one = remedied(doc, first, "constant");
    expect(blockOf(one, "constant")).toEqual({
      id: "constant",
      type: "sources.constant",
      shape: [3],
      parameters: { value: 0 },
    });
    expect(one.wires).toEqual([{ from: "constant.y", to: "pd.wanted" }]);
    const two = remedied(one, { ...first, message: "input 'pd.angle' [rad] has no wire and no constant." }, "constant");
    const [a, b] = [positionOf(two, "blocks", "constant"), positionOf(two, "blocks", "constant_2")];
    expect(a.x).toBeLessThan(400);
    expect(Math.abs(a.y - b.y)).toBeGreaterThanOrEqual(72);
    expect(flaws(two)).toEqual([]);
  });

  it("feed an output that nothing ends at", () => {
    const doc = scheme([], [], { outputs: { arm: { unit: "V", shape: [2] } } });
    const after = remedied(
      doc,
      fault("missing-input", "outputs.arm", "no wire ends at the external output 'arm'."),
      "constant",
    );
    expect(after.wires).toEqual([{ from: "constant.y", to: "arm" }]);
    expect(blockOf(after, "constant")?.shape).toEqual([2]);
  });

  it("set a free input that is on or off to off", () => {
    const doc = scheme([{ id: "not", type: "logic.not", shape: [2] }], []);
    const about = fault("missing-input", "blocks[0]", "input 'not.x' [boolean] has no wire and no constant.");
    expect(blockOf(remedied(doc, about, "off"), "not")?.inputs).toEqual({ x: [false, false] });
  });

  it("write the type that was meant and leave the block all it has", () => {
    const doc = scheme([{ id: "a", type: "arithmetic.gian", parameters: { k: 3 } }], []);
    const about = fault(
      "unknown-type",
      "blocks[0].type",
      "block 'a': unknown type 'arithmetic.gian'. Did you mean 'arithmetic.gain'? `pult list blocks` lists all types.",
      { block: "a", blocks: ["a"] },
    );
    const after = remedied(doc, about, "rename");
    expect(after.blocks).toEqual([{ id: "a", type: "arithmetic.gain", parameters: { k: 3 } }]);
    const inner = { ...about, message: "block 'a': unknown sub-scheme 'axs'. Did you mean 'axis'? Allowed: 'axis'." };
    expect(remedies(doc, inner)[0]?.name).toBe("scheme.axis");
    expect(remedies(doc, { ...about, message: "block 'a': unknown type 'arithmetic.gian'." })).toEqual([]);
  });

  it("lead a wire to the block or port that was meant, or take it away", () => {
    const doc = scheme(gains, [
      { from: "gain.y", to: "gian_2.x" },
      { from: "gain_2.out", to: "gain.x" },
    ]);
    const block = fault(
      "unknown-block",
      "wires[0].to",
      "'gian_2.x': there is no block 'gian_2'. Did you mean 'gain_2'?",
    );
    expect(remedied(doc, block, "rename").wires?.[0]).toEqual({ from: "gain.y", to: "gain_2.x" });
    expect(remedied(doc, block, "unwire").wires).toHaveLength(1);
    const end = fault("unknown-port", "wires[1].from", "'arithmetic.gain' has no output 'out'. Did you mean 'y'?");
    expect(remedied(doc, end, "rename").wires?.[1]).toEqual({ from: "gain_2.y", to: "gain.x" });
    const lost = fault("unknown-port", "wires[1].from", "'arithmetic.gain' has no output 'out'. Allowed: 'y'.");
    expect(remedies(doc, lost).map((fix) => fix.verb)).toEqual(["unwire"]);
  });

  it("call a parameter by its right name with the value it has, or take it away", () => {
    const doc = scheme([{ id: "pd", type: "control.pd", parameters: { kpp: 2, kd: 1 } }], []);
    const about = fault(
      "unknown-parameter",
      "blocks[0].parameters.kpp",
      "block 'pd': 'control.pd' has no parameter 'kpp'. Did you mean 'kp'? Allowed: 'kd', 'kp', 'limit'.",
      { block: "pd", blocks: ["pd"] },
    );
    expect(blockOf(remedied(doc, about, "rename"), "pd")?.parameters).toEqual({ kp: 2, kd: 1 });
    expect(blockOf(remedied(doc, about, "remove"), "pd")?.parameters).toEqual({ kd: 1 });
    const taken = scheme([{ id: "pd", type: "control.pd", parameters: { kpp: 2, kp: 1 } }], []);
    expect(remedies(taken, about).map((fix) => fix.verb)).toEqual(["remove"]);
  });

  it("mend the step of a path into a sub-scheme that is called otherwise", () => {
    const doc = scheme([{ id: "arm", type: "scheme.axis", parameters: { "pq.kp": 2, "pd.kq": 3 } }], []);
    const step = fault(
      "unknown-parameter",
      "blocks[0].parameters.pq.kp",
      "block 'arm': 'pq.kp': there is no block 'pq'. Did you mean 'pd'? Allowed: 'drive', 'pd'.",
    );
    const last = fault(
      "unknown-parameter",
      "blocks[0].parameters.pd.kq",
      "block 'arm': 'pd.kq': 'pd' has no parameter or constant 'kq'. Did you mean 'kp'? Allowed: 'kd', 'kp'.",
    );
    expect(remedies(doc, step)[0]?.name).toBe("pd.kp");
    expect(remedies(doc, last)[0]?.name).toBe("pd.kp");
  });

  it("convert units by what the check says, since wires give open ports theirs", () => {
    const doc = scheme(gains, [{ from: "gain.y", to: "gain_2.x" }]);
    const about = fault(
      "unit-mismatch",
      "wires[0]",
      "gain.y -> gain_2.x: the units differ: mm and m. Insert a converter block: 'arithmetic.convert_unit' from mm " +
        "to m (1 mm = 0.001 m).",
    );
    const after = remedied(doc, about, "insert");
    expect(blockOf(after, "convert_unit")?.parameters).toEqual({ from_unit: "mm", to_unit: "m" });
    expect(after.wires?.map(wireKey)).toEqual(["gain.y -> convert_unit.x", "convert_unit.y -> gain_2.x"]);
    const other = "gain.y -> gain_2.x: the units differ: V and m. They are different quantities; check which port.";
    expect(remedies(doc, { ...about, message: other })).toEqual([]);
  });

  it("help ends of other kinds and sizes as the wire that is drawn does", () => {
    const blocks = [...gains, { id: "not", type: "logic.not" }, { id: "three", type: "arithmetic.gain", shape: [3] }];
    const doc = scheme(blocks, [
      { from: "not.y", to: "gain.x" },
      { from: "three.y", to: "gain_2.x" },
    ]);
    const kinds = remedied(doc, fault("kind-mismatch", "wires[0]", "not.y is a boolean."), "insert");
    expect(blockOf(kinds, "to_number")?.type).toBe("logic.to_number");
    const sizes = remedied(doc, fault("shape-mismatch", "wires[1]", "the shapes differ."), "shape");
    expect(blockOf(sizes, "gain_2")?.shape).toEqual([3]);
  });

  it("keep one of a wire and a constant, and one of two wires", () => {
    const doc = scheme([{ id: "gain", type: "arithmetic.gain", inputs: { x: 2 } }, gains[1] as BlockDocument], [
      { from: "gain_2.y", to: "gain.x" },
      { from: "gain.y", to: "gain_2.x" },
      { from: "gain_2.y", to: "gain_2.x" },
    ]); // biome-ignore format: a drawing
    const constant = fault("two-wires", "wires[0].to", "'gain.x' has a wire and a constant; keep one.");
    expect(blockOf(remedied(doc, constant, "unset"), "gain")?.inputs).toBeUndefined();
    const wires = fault("two-wires", "wires[2].to", "two wires end at 'gain_2.x' (the other is wires[1]).");
    expect(remedied(doc, wires, "unwire").wires).toHaveLength(2);
  });

  it("give a second block of one id an id of its own; wires stay with the first", () => {
    const doc = scheme([{ id: "gain", type: "arithmetic.gain" }, { id: "gain", type: "control.integrator" }], [
      { from: "gain.y", to: "gain.x" },
    ]); // biome-ignore format: a drawing
    const about = fault("duplicate-id", "blocks[1].id", "the id 'gain' is taken by another block.", { block: "gain" });
    expect(remedied(doc, about, "rename").blocks).toEqual([
      { id: "gain", type: "arithmetic.gain" },
      { id: "gain_2", type: "control.integrator" },
    ]);
  });

  it("take the unit of what feeds an input in its world", () => {
    const doc = scheme([], [], { inputs: { angles: { unit: "deg", shape: [2] } } });
    const about = fault("bad-unit", "inputs.angles", "sensor.angles is in rad, the scheme takes deg.");
    expect(remedied(doc, about, "unit").inputs).toEqual({ angles: { unit: "rad", shape: [2] } });
  });

  it("are found by the English words, whatever the language of the page", () => {
    const doc = scheme([{ id: "pd", type: "control.pd", parameters: { kpp: 2 } }], []);
    const about = fault("unknown-parameter", "blocks[0].parameters.kpp", "у «control.pd» нет параметра «kpp».", {
      english: "block 'pd': 'control.pd' has no parameter 'kpp'. Did you mean 'kp'? Allowed: 'kd', 'kp'.",
    });
    expect(blockOf(remedied(doc, about, "rename"), "pd")?.parameters).toEqual({ kp: 2 });
  });

  it("are made on the level of the fault", () => {
    const doc = scheme([], [], {
      schemes: { axis: { blocks: [{ id: "pd", type: "control.pd" }], inputs: {}, outputs: {} } },
    });
    const about = fault("missing-input", "schemes.axis.blocks[0]", "input 'pd.speed' [rad/s] has no wire.", {
      level: "axis",
      block: "pd",
    });
    expect(remedied(doc, about, "constant").schemes?.axis?.wires).toEqual([{ from: "constant.y", to: "pd.speed" }]);
  });

  it("are not offered where nothing is obvious", () => {
    const doc = scheme(gains, []);
    for (const code of ["missing-parameter", "no-effect", "out-of-range", "unbound"])
      expect(remedies(doc, fault(code, "blocks[0]", "something is wrong."))).toEqual([]);
  });
});
