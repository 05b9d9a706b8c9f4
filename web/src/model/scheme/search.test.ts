import { describe, expect, it } from "vitest";
import { blocksThatFit, searchBlocks } from "./search";
import { port, types } from "./testing/samples";

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
    const fitting = (p: Parameters<typeof blocksThatFit>[1]) =>
      blocksThatFit(types, p, "from").map(({ block }) => block.name);
    expect(fitting(port("q", { kind: "boolean", unit: "1" }))).toEqual(["logic.not"]);
    expect(fitting(port("v", { unit: "V" }))).not.toContain("control.pd");
    expect(blocksThatFit(types, port("v", { shape: [2] }), "from")).toContainEqual(
      expect.objectContaining({ port: "x", shape: [2] }),
    );
  });
});
