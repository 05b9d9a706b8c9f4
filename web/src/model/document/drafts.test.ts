import { describe, expect, it } from "vitest";
import { draftsOf, type Shelf } from "./drafts";

interface Note {
  text: string;
}

const isNote = (value: unknown): value is Note =>
  typeof value === "object" && value !== null && "text" in value && typeof value.text === "string";

function shelf(): Shelf & { kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

describe("drafts", () => {
  const draft = { version: "v1", when: 5, document: { text: "hm" } };

  it("come back as they were kept, and are gone once dropped", () => {
    const place = shelf();
    const drafts = draftsOf("note", isNote, () => place);
    expect(drafts.read("a")).toBeNull();
    drafts.keep("a", draft);
    expect(drafts.read("a")).toEqual(draft);
    expect(drafts.read("b")).toBeNull();
    drafts.drop("a");
    expect(drafts.read("a")).toBeNull();
  });

  it("of one kind are not those of another of the same name", () => {
    const place = shelf();
    draftsOf("note", isNote, () => place).keep("a", draft);
    expect(draftsOf("other", isNote, () => place).read("a")).toBeNull();
  });

  it("that are no such document, or no draft at all, count as none", () => {
    const place = shelf();
    const drafts = draftsOf("note", isNote, () => place);
    for (const text of ["{", "3", "null", '{"version":"v"}', JSON.stringify({ ...draft, document: { other: 1 } })]) {
      place.kept.set("pult.draft.note.a", text);
      expect(drafts.read("a")).toBeNull();
    }
  });

  it("do no harm where nothing may be kept", () => {
    const forbidden = draftsOf("note", isNote, () => {
      throw new Error("forbidden");
    });
    forbidden.keep("a", draft);
    forbidden.drop("a");
    expect(forbidden.read("a")).toBeNull();
  });
});
