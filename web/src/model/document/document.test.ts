import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { create } from "zustand";
import type { DocumentState as Kept } from "@/gen/messages";
import { keepChecked } from "./checking";
import { draftsOf, keepDrafts, leftDraft } from "./drafts";
import { createSaving, freeName, type Library } from "./saving";
import { type DocumentState, documentPart } from "./store";

interface Note {
  readonly format: "pult.note";
  readonly name: string;
  readonly lines: readonly string[];
  readonly size?: number;
}

interface NoteState extends DocumentState<Note, string> {
  /** Line that is chosen. */
  readonly chosen: number;
  edit(name: string, how: (doc: Note) => Note, mergeKey?: string): boolean;
}

const FIRST: Note = { format: "pult.note", name: "a", lines: ["one"] };
const isNote = (value: unknown): value is Note => typeof value === "object" && value !== null && "lines" in value;

function createNoteStore(doc: Note = FIRST, version = "v0") {
  return create<NoteState>((set, get) => {
    const within = (now: Note, { chosen }: { chosen: number }) => ({ chosen: Math.min(chosen, now.lines.length - 1) });
    const opened = { doc, version };
    const { state, step } = documentPart<Note, string, { chosen: number }>(set, get, opened, {
      view: { chosen: 0 },
      within,
    });
    return { ...state, edit: (name, how, key) => step(name, how(get().doc), key) };
  });
}

/** A library whose files others may change, too. */
function library(first: Note = FIRST) {
  const files = new Map([["a", { document: first, version: "v0" }]]);
  const shelf = new Map<string, string>();
  let count = 0;
  const drafts = draftsOf("note", isNote, () => ({
    getItem: (key) => shelf.get(key) ?? null,
    setItem: (key, value) => void shelf.set(key, value),
    removeItem: (key) => void shelf.delete(key),
  }));
  const kept = (name: string): Kept => {
    const found = files.get(name);
    if (!found) throw new Error("none");
    const none = { changed: null, parts: {}, brought: {}, used_by: [] };
    return { kind: "panel", name, shipped: false, own: true, ...none, ...found };
  };
  const write = (name: string, document: Note) => {
    count += 1;
    // as a file keeps it: what comes back shares nothing with what was given
    files.set(name, { document: JSON.parse(JSON.stringify(document)), version: `v${count}` });
    return kept(name);
  };
  const notes: Library<Note> = {
    drafts,
    isOne: isNote,
    list: async () => [...files.keys()].map((name) => ({ name }) as never),
    fetch: async (name) => kept(name),
    save: async (name, document, version, overwrite) => {
      if (!overwrite && files.get(name)?.version !== (version ?? undefined))
        throw Object.assign(new Error("another version"), { code: "conflict" });
      return write(name, document);
    },
    make: async (name, template) => write(name, { ...(kept(template).document as Note), name }),
  };
  return { notes, files, drafts, shelf, kept, write };
}

const told = () => ({ copyMade: vi.fn(), failed: vi.fn() });

/** What may happen to a document, in any order. */
type Act =
  | { readonly do: "append"; readonly text: string; readonly key: string }
  | { readonly do: "write"; readonly text: string; readonly key: string }
  | { readonly do: "undo" | "redo" | "seal" | "save" | "elsewhere" | "take" | "overwrite" | "draft" };

const text = fc.constantFrom("a", "b", "c");
const key = fc.constantFrom("", "k", "l");
const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant("append" as const), text, key }),
    fc.record({ do: fc.constant("write" as const), text, key }),
    fc.record({
      do: fc.constantFrom(
        "undo" as const,
        "redo" as const,
        "seal" as const,
        "save" as const,
        "elsewhere" as const,
        "take" as const,
        "overwrite" as const,
        "draft" as const,
      ),
    }),
  ),
  { maxLength: 40 },
);

const append = (line: string) => (doc: Note) => ({ ...doc, lines: [...doc.lines, line] });
const rewrite = (line: string) => (doc: Note) => ({ ...doc, lines: [...doc.lines.slice(0, -1), line] });
const plain = (value: unknown) => JSON.stringify(value);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a document that is edited", () => {
  it("is dirty exactly if it differs from what is saved, whatever happens", async () => {
    await fc.assert(
      fc.asyncProperty(acts, async (list) => {
        const { notes, kept, write } = library();
        const store = createNoteStore();
        const saving = createSaving(notes, store, kept("a"), told());
        const keeper = keepDrafts(notes.drafts, "a", store);
        for (const act of list) {
          const before = store.getState();
          if (act.do === "append") before.edit("append", append(act.text), act.key);
          else if (act.do === "write") before.edit("write", rewrite(act.text), act.key);
          else if (act.do === "undo") before.undo();
          else if (act.do === "redo") before.redo();
          else if (act.do === "seal") before.seal();
          else if (act.do === "save") await saving.save();
          else if (act.do === "elsewhere") write("a", { ...FIRST, lines: ["theirs"] });
          else if (act.do === "take") await saving.takeTheirs("take");
          else if (act.do === "overwrite") await saving.overwriteTheirs();
          else vi.advanceTimersByTime(1000);
          const { doc, saved, dirty, chosen } = store.getState();
          expect(dirty).toBe(plain(doc) !== plain(saved.doc));
          expect(chosen).toBeLessThan(doc.lines.length);
          // what was saved last is what the version stands for: a save of anything else is refused
          if (kept("a").version === saved.version) expect(plain(kept("a").document)).toBe(plain(saved.doc));
        }
        // what was left comes back exactly, and nothing does where nothing was left
        keeper.end();
        const { doc, dirty, saved } = store.getState();
        vi.advanceTimersByTime(1000);
        const draft = leftDraft(notes.drafts, "a", saved.doc);
        if (dirty) expect(draft).toMatchObject({ document: doc, version: saved.version });
        const again = createNoteStore(saved.doc, saved.version);
        if (draft && dirty) again.getState().replaceDoc(draft.document, "restore");
        if (dirty) expect(plain(again.getState().doc)).toBe(plain(doc));
        expect(again.getState().dirty).toBe(dirty);
      }),
    );
  });

  it("comes back step by step, and goes forth again", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ text, key, seals: fc.boolean() }), { maxLength: 30 }), (list) => {
        const store = createNoteStore();
        for (const one of list) {
          store.getState().edit(`append ${one.text}`, append(one.text), one.key);
          if (one.seals) store.getState().seal();
        }
        const last = store.getState();
        const seen = [last.doc];
        while (store.getState().undoName) {
          const name = store.getState().undoName;
          store.getState().undo();
          expect(store.getState().redoName).toBe(name);
          seen.push(store.getState().doc);
        }
        expect(store.getState()).toMatchObject({ doc: FIRST, dirty: false });
        for (const doc of seen.slice(0, -1).reverse()) {
          store.getState().redo();
          expect(store.getState().doc).toBe(doc);
        }
        expect(store.getState()).toMatchObject({ doc: last.doc, undoName: last.undoName, redoName: "" });
      }),
    );
  });

  it("undoes one edit to the very document before it", () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), text, (lines, more) => {
        const store = createNoteStore();
        for (const line of lines) store.getState().edit("append", append(line));
        const { doc } = store.getState();
        store.getState().edit("append", append(more), "key");
        store.getState().undo();
        expect(store.getState().doc).toBe(doc);
      }),
    );
  });

  it("never makes one step of what came before a save and after it", () => {
    const store = createNoteStore();
    store.getState().edit("write", rewrite("x"), "typing");
    store.getState().edit("write", rewrite("xy"), "typing");
    const saved = store.getState().doc;
    store.getState().markSaved("v1");
    store.getState().edit("write", rewrite("xyz"), "typing");
    store.getState().undo();
    expect(store.getState()).toMatchObject({ doc: saved, dirty: false });
    store.getState().undo();
    expect(store.getState()).toMatchObject({ doc: FIRST, dirty: true });
  });

  it("counts what says the same as saved, but not what stands in another order", () => {
    const store = createNoteStore({ ...FIRST, size: 3 });
    store.getState().edit("copy", () => ({ ...FIRST, lines: ["one"], size: 3 }));
    expect(store.getState().dirty).toBe(false);
    store.getState().edit("order", () => ({ size: 3, ...FIRST }));
    expect(store.getState().dirty).toBe(true);
  });

  it("is shown anew without a past", () => {
    const store = createNoteStore();
    store.getState().edit("append", append("two"));
    store.getState().setCheck("fine");
    store.getState().open({ ...FIRST, lines: ["theirs"] }, "v7");
    expect(store.getState()).toMatchObject({ dirty: false, undoName: "", check: null, saved: { version: "v7" } });
    store.getState().undo();
    expect(store.getState().doc.lines).toEqual(["theirs"]);
  });
});

describe("saving", () => {
  it("asks whose version stays when somebody else has saved, and loses neither unasked", async () => {
    const { notes, kept, write } = library();
    const store = createNoteStore();
    const saving = createSaving(notes, store, kept("a"), told());
    store.getState().edit("append", append("mine"));
    write("a", { ...FIRST, lines: ["theirs"] });
    expect(await saving.save()).toBe(false);
    expect(saving.state.getState().theirs?.doc.lines).toEqual(["theirs"]);
    expect(kept("a").document).toMatchObject({ lines: ["theirs"] });
    await saving.takeTheirs("take");
    expect(store.getState()).toMatchObject({ dirty: false, undoName: "take", doc: { lines: ["theirs"] } });
    // ours is one step back, and can be saved over theirs then
    store.getState().undo();
    expect(store.getState()).toMatchObject({ dirty: true, doc: { lines: ["one", "mine"] } });
    expect(await saving.save()).toBe(true);
    expect(kept("a").document).toMatchObject({ lines: ["one", "mine"] });
  });

  it("goes on under another name and leaves nothing behind", async () => {
    const { notes, kept, drafts, write } = library();
    const store = createNoteStore();
    const saving = createSaving(notes, store, kept("a"), told());
    const keeper = keepDrafts(drafts, "a", store);
    store.getState().edit("append", append("mine"));
    vi.advanceTimersByTime(1000);
    expect(drafts.read("a")).not.toBeNull();
    expect(await saving.saveAs("b")).toBe("b");
    keeper.end();
    expect(drafts.read("a")).toBeNull();
    expect([kept("a").document, kept("b").document]).toMatchObject([
      { lines: ["one"] },
      { name: "b", lines: ["one", "mine"] },
    ]);
    write("a-copy", FIRST);
    expect(await saving.keepCopy()).toBe("a-copy-2");
  });

  it("copies what is shown; what was not saved stays a draft of the first", async () => {
    const { notes, kept, drafts } = library();
    const store = createNoteStore();
    const saving = createSaving(notes, store, kept("a"), told());
    const keeper = keepDrafts(drafts, "a", store);
    expect(await saving.duplicate()).toBe("a-2");
    store.getState().edit("append", append("mine"));
    expect(await saving.duplicate()).toBe("a-3");
    keeper.end();
    expect([kept("a-2").document, kept("a-3").document]).toMatchObject([
      { name: "a-2", lines: ["one"] },
      { name: "a-3", lines: ["one", "mine"] },
    ]);
    expect(drafts.read("a")?.document.lines).toEqual(["one", "mine"]);
  });

  it("of two at a time is no conflict with oneself; what was changed meanwhile is not saved", async () => {
    const { notes, kept } = library();
    const store = createNoteStore();
    const said = told();
    const saving = createSaving(notes, store, { ...kept("a"), own: false, shipped: true }, said);
    store.getState().edit("append", append("x"));
    const both = [saving.save(), saving.save()];
    await Promise.resolve();
    store.getState().edit("append", append("y"));
    expect(await both[0]).toBe(true);
    expect(await both[1]).toBe(true);
    expect(said.failed).not.toHaveBeenCalled();
    expect(said.copyMade).toHaveBeenCalledTimes(1);
    expect(store.getState().dirty).toBe(plain(kept("a").document) !== plain(store.getState().doc));
  });

  it("tells why it failed, and is still to be done", async () => {
    const { notes, kept } = library();
    const store = createNoteStore();
    const said = told();
    const saving = createSaving({ ...notes, save: () => Promise.reject(new Error("full")) }, store, kept("a"), said);
    store.getState().edit("append", append("x"));
    expect(await saving.save()).toBe(false);
    expect(said.failed).toHaveBeenCalledWith(new Error("full"));
    expect(store.getState().dirty).toBe(true);
    expect(saving.state.getState().saving).toBe(false);
  });

  it("finds a free name near one", () => {
    expect(freeName("a", ["b"])).toBe("a");
    expect(freeName("a", ["a", "a-2"])).toBe("a-3");
  });
});

describe("checks", () => {
  it("are of the newest document, whatever the order of the answers", async () => {
    const store = createNoteStore();
    const answers: ((found: string) => void)[] = [];
    const ask = vi.fn((_: Note) => new Promise<string>((resolve) => void answers.push(resolve)));
    const checks = keepChecked<Note, string>(store, { ask });
    await vi.advanceTimersByTimeAsync(1000);
    store.getState().edit("append", append("two"));
    await vi.advanceTimersByTimeAsync(1000);
    expect(ask).toHaveBeenCalledTimes(2);
    answers[1]?.("of the second");
    await vi.advanceTimersByTimeAsync(0);
    answers[0]?.("of the first");
    await vi.advanceTimersByTimeAsync(0);
    const { check, checked, checking, doc } = store.getState();
    expect([check, checked === doc, checking]).toEqual(["of the second", true, false]);
    checks.end();
    store.getState().edit("append", append("three"));
    await vi.advanceTimersByTimeAsync(1000);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it("stay where nothing changed that they look at", async () => {
    const store = createNoteStore();
    const ask = vi.fn(async () => "fine");
    const checks = keepChecked<Note, string>(store, { ask, alike: (a, b) => a.lines === b.lines });
    await vi.advanceTimersByTimeAsync(1000);
    store.getState().edit("size", (doc) => ({ ...doc, size: 4 }));
    await vi.advanceTimersByTimeAsync(1000);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(store.getState().checked).toBe(store.getState().doc);
    checks.end();
  });

  it("that failed say why, until one succeeds", async () => {
    const store = createNoteStore();
    let works = false;
    const checks = keepChecked<Note, string>(store, {
      ask: () => (works ? Promise.resolve("fine") : Promise.reject(new Error("no link"))),
    });
    await vi.advanceTimersByTimeAsync(1000);
    expect(store.getState()).toMatchObject({ checkFailed: "no link", checking: false, check: null });
    works = true;
    checks.now();
    await vi.advanceTimersByTimeAsync(0);
    expect(store.getState()).toMatchObject({ checkFailed: "", check: "fine" });
    checks.end();
  });
});
