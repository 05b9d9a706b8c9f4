import { describe, expect, it } from "vitest";
import type { WireDocument } from "@/gen/documents";
import type { LevelFacts } from "@/gen/messages";
import { fitPorts, insertable, ordered, throughOf, wouldLoop } from "./fits";
import { port, servo, types } from "./testing/samples";
import { parseUnit, quantityOf, sameUnit } from "./unit-algebra";

const unit = (text: string) => port("p", { unit: text });

describe("units of signals", () => {
  it("are the same if they come to the same base units", () => {
    for (const [a, b] of [
      ["N*m", "kg*m^2/s^2"],
      ["V*s/rad", "kg*m^2/s^2/A/rad"],
      ["(m^2)^1/2", "m"],
      ["Hz", "1/s"],
      ["1", "m/m"],
    ]) {
      const [one, two] = [parseUnit(a ?? ""), parseUnit(b ?? "")];
      expect(one && two && sameUnit(one, two), `${a} and ${b}`).toBe(true);
    }
  });

  it("tell radians from plain numbers and multiples from what they are multiples of", () => {
    expect(fitPorts(unit("rad"), unit("1")).ok).toBe(false);
    expect(fitPorts(unit("deg"), unit("rad")).ok).toBe(false);
  });

  it("that cannot be read are no units", () => {
    for (const text of ["", "furlong", "m^", "(m", "2*m"]) expect(parseUnit(text)).toBeUndefined();
  });

  it("decide on the colour of a port", () => {
    const pairs = [
      ["m", "length"],
      ["mm", "length"],
      ["deg", "angle"],
      ["rad/s", "rate"],
      ["rpm", "rate"],
      ["N*m", "force"],
      ["V", "electric"],
      ["1", "number"],
      ["?a", "number"],
      ["any", "number"],
    ];
    for (const [text = "", quantity] of pairs) expect(quantityOf("number", text), text).toBe(quantity);
    expect(quantityOf("boolean", "1")).toBe("logic");
  });
});

describe("fitPorts", () => {
  it("lets open units fit everything", () => {
    expect(fitPorts(unit("any"), unit("rad")).ok).toBe(true);
    expect(fitPorts(unit("V"), unit("?a*s")).ok).toBe(true);
  });

  it("proposes a switch between on/off and an angle vector", () => {
    const fit = fitPorts(port("grip", { kind: "boolean", unit: "1" }), port("q0", { unit: "rad", shape: [3] }));
    expect(fit).toMatchObject({
      ok: false,
      reason: { code: "kind" },
      fix: { type: "vector.switch", parameters: { n: 3 }, input: "condition" },
    });
  });

  it("proposes the converter between two units of one quantity", () => {
    expect(fitPorts(unit("deg"), unit("rad"))).toMatchObject({
      reason: { code: "scale" },
      fix: { type: "trigonometry.to_radians" },
    });
    expect(fitPorts(unit("mm"), unit("m"))).toMatchObject({
      reason: { factor: 1e-3 },
      fix: { parameters: { from_unit: "mm", to_unit: "m" } },
    });
    expect(fitPorts(unit("V"), unit("m"))).toMatchObject({ reason: { code: "unit" } });
  });

  it("proposes to apply a scalar block to every entry, or to collect scalars", () => {
    const vector = port("x", { shape: [4] });
    expect(fitPorts(vector, port("y"), true)).toMatchObject({ fix: { kind: "shape", shape: [4] } });
    expect(fitPorts(vector, port("y"))).toMatchObject({ fix: { type: "vector.select", parameters: { n: 4 } } });
    expect(fitPorts(port("y"), vector)).toMatchObject({ fix: { type: "vector.mux", parameters: { n: 4 } } });
  });

  it("connects a scalar and a vector of length 1, and no other vector", () => {
    const one = port("x", { shape: [1] });
    expect([fitPorts(one, port("y")), fitPorts(port("y"), one)].map((fit) => fit.ok)).toEqual([true, true]);
    expect(fitPorts(port("x", { shape: [2] }), one).ok).toBe(false);
  });

  it("takes a wire drawn backwards the right way round", () => {
    const give = { terminal: "a.y", source: true, port: port("y") };
    const take = { terminal: "b.x", source: false, port: port("x") };
    expect(ordered(take, give)).toEqual({ ok: true, from: give, to: take });
    expect(ordered(give, give)).toEqual({ ok: false, reason: { code: "two-sources" } });
  });

  it("finds the ports by which a block goes into a wire", () => {
    const gain = types.find((type) => type.name === "arithmetic.gain") ?? { inputs: [], outputs: [] };
    expect(insertable(gain, unit("rad"), unit("rad"))).toEqual({ input: "x", output: "y" });
    const not = types.find((type) => type.name === "logic.not") ?? { inputs: [], outputs: [] };
    expect(insertable(not, unit("rad"), unit("rad"))).toBeUndefined();
  });
});

describe("wouldLoop", () => {
  const facts: LevelFacts = { blocks: {}, inputs: [], outputs: [] };
  for (const [id, through] of [
    ["a", true],
    ["b", true],
    ["delay", false],
  ] as const) {
    facts.blocks[id] = { inputs: [port("x", { through })], outputs: [port("y")] };
  }
  const wires: WireDocument[] = [
    { from: "a.y", to: "b.x" },
    { from: "b.y", to: "delay.x" },
  ];

  it("names the blocks of the loop that a wire would close", () => {
    expect(wouldLoop(facts, wires, "b.y", "a.x")).toEqual({ blocks: ["a", "b"], ports: ["a.x", "b.x"] });
    expect(wouldLoop(facts, wires, "a.y", "a.x")).toEqual({ blocks: ["a"], ports: ["a.x"] });
  });

  it("allows loops with a block that remembers", () => {
    expect(wouldLoop(facts, wires, "delay.y", "a.x")).toBeUndefined();
  });

  it("does not count the wire that is going to be replaced", () => {
    expect(wouldLoop(facts, [...wires, { from: "b.y", to: "a.x" }], "a.y", "b.x")).toMatchObject({
      blocks: ["b", "a"],
    });
    expect(wouldLoop(facts, [{ from: "a.y", to: "b.x" }], "delay.y", "b.x")).toBeUndefined();
  });

  it("follows signals port by port through sub-schemes", () => {
    const ports = (type: string) => types.find(({ name }) => name === type) ?? { inputs: [], outputs: [] };
    const blocks = Object.fromEntries((servo.schemes?.axis?.blocks ?? []).map(({ id, type }) => [id, ports(type)]));
    const levels = { axis: { blocks, inputs: [], outputs: [] } };
    const through = throughOf(servo, levels, "");
    expect(through("axis", "wanted")).toEqual(["voltage"]);
    expect(wouldLoop(facts, [], "axis.voltage", "axis.wanted", through)).toMatchObject({ blocks: ["axis"] });
    expect(wouldLoop(facts, [], "axis.angle", "axis.wanted", through)).toBeUndefined();
  });
});
