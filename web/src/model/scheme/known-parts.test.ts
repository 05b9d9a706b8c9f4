import { beforeEach, describe, expect, test } from "vitest";
import type { SchemeDocument, SubScheme } from "@/gen/documents";
import type { UsedPartInfo } from "@/gen/messages";
import { copy, paste } from "./clipboard";
import { isReadOnly, levelOf, selecting } from "./document";
import { makeMine, renameSubScheme, setParameter } from "./edits";
import { placeOf } from "./faults";
import { bringing, broughtTo, keepParts } from "./known-parts";
import { portsOf } from "./ports";
import { createSchemeStore } from "./store";
import { ungroup } from "./ungrouping";

const gain = (k: number): SubScheme => ({
  inputs: { x: { unit: "?a" } },
  outputs: { y: { unit: "?a" } },
  blocks: [{ id: "g", type: "arithmetic.gain", parameters: { k } }],
  wires: [
    { from: "x", to: "g.x" },
    { from: "g.y", to: "y" },
  ],
});
const twice: SubScheme = {
  inputs: { x: {} },
  outputs: { y: {} },
  blocks: [{ id: "one", type: "scheme.inner" }],
  wires: [
    { from: "x", to: "one.x" },
    { from: "one.y", to: "y" },
  ],
};
const info = (part: string): UsedPartInfo => ({ part, scheme: part, own: true, file: `schemes/${part}.scheme.json` });
const doc: SchemeDocument = {
  format: "pult.scheme",
  version: 1,
  inputs: { u: {} },
  outputs: { v: {} },
  blocks: [
    { id: "a", type: "scheme.law", parameters: { "g.k": 3 } },
    { id: "b", type: "scheme.double" },
  ],
  wires: [
    { from: "u", to: "a.x" },
    { from: "a.y", to: "b.x" },
    { from: "b.y", to: "v" },
  ],
  uses: { law: "my-law", double: "my-double" },
};

beforeEach(() => {
  keepParts(
    { law: info("my-law"), double: info("my-double") },
    { law: gain(2), inner: gain(1), double: twice },
    { law: ["law"], inner: ["double"], double: ["double"] },
  );
});

describe("parts that a scheme uses", () => {
  test("are levels that can be looked at and not changed", () => {
    expect(levelOf(doc, "law")).toEqual(gain(2));
    expect(levelOf(doc, "inner")).toEqual(gain(1));
    expect([isReadOnly(doc, "law"), isReadOnly(doc, "inner"), isReadOnly(doc, "")]).toEqual([true, true, false]);
    expect(setParameter(doc, "law", "g", "k", 5)).toBe(doc);
    expect(renameSubScheme(doc, "law", "other")).toBe(doc);
    expect(ungroup(doc, "double", "one").doc).toBe(doc);
    expect(bringing(doc, "inner")).toEqual(["double"]);
    expect(broughtTo({ ...doc, uses: { law: "unknown" } })).toEqual({});
  });

  test("give blocks their ports, and can be entered", () => {
    const store = createSchemeStore(doc);
    expect(portsOf(store.getState(), "", "a").inputs.map(({ name }) => name)).toEqual(["x"]);
    store.getState().enter("b");
    store.getState().enter("one");
    expect(store.getState().level).toBe("inner");
    expect(store.getState().edit("try", (now, level) => setParameter(now, level, "g", "k", 9))).toBe(false);
    expect(store.getState().dirty).toBe(false);
  });

  test("never come into the document that is saved", () => {
    const store = createSchemeStore(doc);
    store.getState().edit("set", (now, level) => setParameter(now, level, "a", "g.k", 4));
    const saved = JSON.parse(JSON.stringify(store.getState().doc));
    expect(saved.schemes).toBeUndefined();
    expect(saved.uses).toEqual(doc.uses);
  });

  test("are where their faults are", () => {
    const place = "uses.double.schemes.inner.wires[1].from";
    const fault = { place, message: "", code: "", templates: [], values: {}, level: "inner", block: "", blocks: [] };
    expect(placeOf(fault, doc)).toMatchObject({ what: "wire", name: "g.y -> y", level: "inner" });
    expect(placeOf({ ...fault, place: "uses.law", level: "" }, doc)).toMatchObject({ what: "scheme", name: "law" });
  });
});

describe("making a part one's own", () => {
  test("copies it with what it brings, takes the use away, and is one step of undo", () => {
    const store = createSchemeStore(doc);
    store.getState().edit("mine", (now) => makeMine(now, "double"));
    const mine = store.getState().doc;
    expect(mine.uses).toEqual({ law: "my-law" });
    expect(mine.schemes).toEqual({ inner: gain(1), double: twice });
    expect(isReadOnly(mine, "double")).toBe(false);
    expect(setParameter(mine, "inner", "g", "k", 5)).not.toBe(mine);
    store.getState().undo();
    expect(store.getState().doc).toBe(doc);
    const both = makeMine(makeMine(doc, "double"), "law");
    expect("uses" in both).toBe(false);
    expect(makeMine(both, "law")).toBe(both);
  });

  test("leaves what another part still brings with that part", () => {
    const other: SchemeDocument = { ...doc, uses: { double: "my-double", again: "my-double" } };
    expect(makeMine(other, "double").schemes).toEqual({ double: twice });
  });

  test("happens to what a part brought when its only use is ungrouped", () => {
    const opened = ungroup(doc, "", "b").doc;
    expect(opened.uses).toEqual({ law: "my-law" });
    expect(opened.schemes).toEqual({ inner: gain(1) });
    expect(opened.blocks?.map(({ type }) => type)).toEqual(["scheme.law", "scheme.inner"]);
  });
});

describe("the clipboard", () => {
  test("carries the names of parts", () => {
    const text = copy(doc, "", selecting({ blocks: ["a"] }));
    const fresh = paste({ format: "pult.scheme", version: 1 }, "", text, { x: 0, y: 0 });
    expect(fresh.ok && fresh.doc.uses).toEqual({ law: "my-law" });
    expect(fresh.ok && fresh.doc.schemes).toBeUndefined();
    const same = paste(doc, "", text, { x: 0, y: 0 });
    expect(same.ok && same.doc.uses).toEqual(doc.uses);
    const other = paste({ ...doc, uses: { law: "another" } }, "", text, { x: 0, y: 0 });
    expect(other.ok && other.doc.uses).toEqual({ law: "another", law_2: "my-law" });
    expect(other.ok && other.doc.blocks?.at(-1)?.type).toBe("scheme.law_2");
  });
});
