import { describe, expect, it } from "vitest";
import { diffSchemes } from "./diff";
import { selecting } from "./document";
import { addNote, connect, group, moveThings, removeThings, setParameter, setPort, setStep } from "./edits";
import { keyParameters, pillOf, shortNumber, shortValue } from "./numbers";
import { port, servo, types } from "./samples";
import { blocksThatFit, searchBlocks } from "./search";

describe("diffSchemes", () => {
  it("lists parameters with both values", () => {
    expect(diffSchemes(servo, setParameter(servo, "axis", "pd", "kp", 6))).toEqual([
      {
        level: "axis",
        kind: "changed",
        what: "block",
        name: "pd",
        details: [{ field: "parameters.kp", before: 4, after: 6 }],
      },
    ]);
  });

  it("lists what came and went", () => {
    const changed = addNote(
      connect(removeThings(servo, "", selecting({ blocks: ["spare"] })), "", "wanted", "sum.x2"),
      "",
      "new",
      { x: 0, y: 0 },
    ).doc;
    const list = diffSchemes(servo, changed).map(({ kind, what, name }) => `${kind} ${what} ${name}`);
    expect(list.sort()).toEqual([
      "added note new",
      "added wire wanted -> sum.x2",
      "removed block spare",
      "removed wire spare.angle -> sum.x2",
    ]);
  });

  it("looks at positions only if asked to", () => {
    const start = moveThings(servo, "", selecting({ blocks: ["sum"] }), 20, 0);
    const moved = moveThings(start, "", selecting({ blocks: ["sum"] }), 20, 0);
    expect(diffSchemes(start, moved)).toEqual([]);
    expect(diffSchemes(start, moved, { layout: true })).toMatchObject([{ kind: "moved", what: "block", name: "sum" }]);
  });

  it("sees step, ports and new sub-schemes", () => {
    const changed = group(
      setPort(setStep(servo, 0.002), "", "inputs", "wanted", { unit: "deg" }),
      "",
      selecting({ blocks: ["sum"] }),
      "part",
    ).doc;
    const list = diffSchemes(servo, changed);
    expect(list).toContainEqual({
      level: "",
      kind: "changed",
      what: "step",
      name: "",
      details: [{ field: "step", before: 0.01, after: 0.002 }],
    });
    expect(list).toContainEqual({
      level: "",
      kind: "changed",
      what: "input",
      name: "wanted",
      details: [{ field: "unit", before: "rad", after: "deg" }],
    });
    expect(list).toContainEqual({ level: "part", kind: "added", what: "scheme", name: "part", details: [] });
  });
});

describe("search in the palette", () => {
  const names = (query: string, words = {}) => searchBlocks(types, query, words).map(({ block }) => block.name);

  it("finds by title, name, family and summary, the best first", () => {
    expect(names("pd")[0]).toBe("control.pd");
    expect(names("sum")[0]).toBe("arithmetic.sum");
    expect(names("logic")).toEqual(["logic.not"]);
    expect(names("length")).toEqual(["vector.norm"]);
    expect(names("")).toHaveLength(types.length);
    expect(names("zzz")).toEqual([]);
  });

  it("forgives a slip, and takes families in the language of the page", () => {
    expect(names("integartor")).toContain("control.integrator");
    expect(names("логика", { families: { logic: ["Логика"] } })).toEqual(["logic.not"]);
  });

  it("keeps to blocks that fit a port", () => {
    const fit = (p: Parameters<typeof blocksThatFit>[1]) =>
      blocksThatFit(types, p, "from").map(({ block }) => block.name);
    expect(fit(port("q", { kind: "boolean", unit: "1" }))).toEqual(["logic.not"]);
    expect(fit(port("v", { unit: "V" }))).not.toContain("control.pd");
    expect(blocksThatFit(types, port("v", { shape: [2] }), "from")).toContainEqual(
      expect.objectContaining({ port: "x", shape: [2] }),
    );
  });
});

describe("numbers on the canvas", () => {
  it("are short", () => {
    expect([0.41234, 120, 8, -2.5, 1e-6, 123456, 1e9, 0].map((value) => shortNumber(value))).toEqual([
      "0.4123",
      "120",
      "8",
      "−2.5",
      "1e-6".replace("-", "−"),
      "123500",
      "1e9",
      "0",
    ]);
    expect(shortValue([1, 2, 3])).toBe("[1 2 3]");
    expect(
      shortValue([
        [1, 2],
        [3, 4],
      ]),
    ).toBe("[2×2]");
  });

  it("show parameters that are missing or set before others", () => {
    const pd = types.find(({ name }) => name === "control.pd");
    expect(keyParameters({ id: "pd", type: "control.pd", parameters: { limit: 4 } }, pd)).toEqual([
      { name: "kp", value: 0, set: false, missing: true },
      { name: "limit", value: 4, set: true, missing: false },
    ]);
  });

  it("show vectors by their length", () => {
    expect(pillOf([3, 4], "number")).toEqual({ kind: "norm", value: 5, size: 2 });
    expect(pillOf([1], "boolean")).toEqual({ kind: "logic", value: true });
    expect(pillOf(undefined, "number")).toEqual({ kind: "none" });
  });
});
