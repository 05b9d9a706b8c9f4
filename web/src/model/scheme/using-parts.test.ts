import { beforeEach, describe, expect, test } from "vitest";
import type { SchemeDocument, SubScheme } from "@/gen/documents";
import type { FaultMessage } from "@/gen/messages";
import { selecting } from "./document";
import { addBlock, group, removeThings, ungroup } from "./edits";
import { fixesOf } from "./fixes";
import { keepPart } from "./known-parts";
import { portsOf } from "./ports";
import { createSchemeStore } from "./store";
import { withoutUnused, withPart } from "./using-parts";

const law: SubScheme = {
  inputs: { x: { unit: "?a" } },
  outputs: { y: { unit: "?a" } },
  blocks: [{ id: "g", type: "arithmetic.gain" }],
  wires: [
    { from: "x", to: "g.x" },
    { from: "g.y", to: "y" },
  ],
};
const empty: SchemeDocument = { format: "pult.scheme", version: 1 };

beforeEach(() => {
  const info = { part: "force-law", scheme: "force-law", own: false, file: "library/force-law.scheme.json" };
  keepPart({ info, scheme: law, inner: { filter: law } });
});

/** A document with two uses of one part. */
function used() {
  const store = createSchemeStore(empty);
  const place = (now: SchemeDocument) => {
    const made = withPart(now, "force-law");
    return addBlock(made.doc, "", `scheme.${made.name}`, { x: 0, y: 0 }).doc;
  };
  store.getState().edit("one", place);
  store.getState().edit("two", place);
  return store;
}

describe("a part from the library", () => {
  test("is named once in the document, has its ports at once, and one undo takes it away", () => {
    const store = used();
    expect(store.getState().doc.uses).toEqual({ "force-law": "force-law" });
    expect(store.getState().doc.blocks?.map(({ id, type }) => [id, type])).toEqual([
      ["force-law", "scheme.force-law"],
      ["force-law_2", "scheme.force-law"],
    ]);
    expect(portsOf(store.getState(), "", "force-law_2").outputs.map(({ name }) => name)).toEqual(["y"]);
    store.getState().undo();
    store.getState().undo();
    expect(store.getState().doc).toBe(empty);
  });

  test("gets a name that neither the document nor what the part brings has", () => {
    const taken: SchemeDocument = { ...empty, schemes: { "force-law": law } };
    expect(withPart(taken, "force-law").name).toBe("force-law_2");
    keepPart({
      info: { part: "filter", scheme: "filter", own: true, file: "schemes/filter.scheme.json" },
      scheme: law,
      inner: { filter: law },
    });
    expect(withPart(empty, "filter").doc.uses).toEqual({ filter_2: "filter" });
  });

  test("is no longer named once its last use is removed, and undo brings both back", () => {
    const store = used();
    const remove = (id: string) =>
      store.getState().edit("remove", (now, level) => removeThings(now, level, selecting({ blocks: [id] })));
    remove("force-law");
    expect(store.getState().doc.uses).toEqual({ "force-law": "force-law" });
    const before = store.getState().doc;
    remove("force-law_2");
    expect(store.getState().doc.uses).toBeUndefined();
    store.getState().undo();
    expect(store.getState().doc).toBe(before);
    store.getState().redo();
    expect(store.getState().doc.uses).toBeUndefined();
  });

  test("stays named while a sub-scheme uses it, and goes when its only use is taken apart", () => {
    const store = used();
    const edit = store.getState().edit;
    edit("apart", (now, level) => ungroup(now, level, "force-law_2").doc);
    expect(store.getState().doc.uses).toEqual({ "force-law": "force-law" });
    const before = store.getState().doc;
    edit("apart", (now, level) => ungroup(now, level, "force-law").doc);
    expect(store.getState().doc.uses).toBeUndefined();
    store.getState().undo();
    expect(store.getState().doc).toBe(before);
    edit("group", (now, level) => group(now, level, selecting({ blocks: ["force-law"] }), "a", () => undefined).doc);
    expect(store.getState().doc.blocks?.some(({ type }) => type === "scheme.force-law")).toBe(false);
    expect(store.getState().doc.uses).toEqual({ "force-law": "force-law" });
  });
});

describe("what nothing uses", () => {
  const idle: SchemeDocument = { ...empty, uses: { law: "force-law", spare: "force-law" }, schemes: { old: law } };
  const doc: SchemeDocument = { ...idle, blocks: [{ id: "a", type: "scheme.law" }] };
  const warning = (place: string): FaultMessage => ({
    place, code: "unused-scheme", message: "", templates: [], values: {}, level: "", block: "", blocks: [],
  }); // biome-ignore format: a list
  const fixed = (place: string) => {
    const state = { doc, check: null, checked: doc, blocks: new Map() };
    const [fix, ...more] = fixesOf(warning(place), state);
    expect([fix?.verb, more.length]).toEqual(["remove", 0]);
    return fix?.apply(doc).doc;
  };

  test("stays when something else is edited, and is removed by the quick fix of its warning", () => {
    const store = createSchemeStore(doc);
    store.getState().edit("add", (now) => addBlock(now, "", "arithmetic.gain", { x: 0, y: 0 }).doc);
    expect(store.getState().doc.uses).toEqual(doc.uses);
    expect(fixed("uses.spare")?.uses).toEqual({ law: "force-law" });
    expect(fixed("schemes.old")?.schemes).toBeUndefined();
    expect(withoutUnused(doc, "law")).toBe(doc);
  });
});
