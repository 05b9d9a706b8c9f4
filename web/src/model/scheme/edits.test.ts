import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SchemeDocument } from "@/gen/documents";
import { History } from "../document/history";
import { copy, paste } from "./clipboard";
import { everything, levelNames, levelOf, type Part, positionOf, type Selection, selecting, wireKey } from "./document";
import * as edits from "./edits";
import { flaws, port, servo } from "./testing/samples";

type Step = (doc: SchemeDocument, level: string, pick: <T>(list: readonly T[]) => T | undefined) => SchemeDocument;

const ids = (part: Part) => (part.blocks ?? []).map((block) => block.id);
const at = { x: 100, y: 60 };

/** One edit of every kind, of things picked by chance. */
const steps: Record<string, (part: Part, pick: <T>(list: readonly T[]) => T | undefined) => Step> = {
  add: () => (doc, level) => edits.addBlock(doc, level, "arithmetic.gain", at, { parameters: { k: 2 } }).doc,
  addInner: () => (doc, level) => {
    const free = Object.keys(doc.schemes ?? {}).find((name) => !edits.wouldNest(doc, level, name));
    return free ? edits.addBlock(doc, level, `scheme.${free}`, at).doc : doc;
  },
  remove: (part, pick) => (doc, level) => edits.removeThings(doc, level, some(part, pick)),
  move: (part, pick) => (doc, level) => edits.moveThings(doc, level, some(part, pick), 20, -40),
  connect: (part, pick) => (doc, level) => edits.connect(doc, level, source(doc, part, pick), target(doc, part, pick)),
  disconnect: (part, pick) => (doc, level) => edits.disconnect(doc, level, wireKey(pick(part.wires ?? []) ?? { from: "", to: "" })),
  parameter: (part, pick) => (doc, level) => plain(part, pick, (id) => edits.setParameter(doc, level, id, "k", pick([1, 2, undefined])), doc),
  override: (part, pick) => (doc, level) => {
    const block = pick((part.blocks ?? []).filter((b) => b.type === "scheme.axis"));
    const inner = pick((doc.schemes?.axis?.blocks ?? []).filter((b) => !b.type.startsWith("scheme.")));
    return block && inner ? edits.setParameter(doc, level, block.id, `${inner.id}.k`, 3) : doc;
  },
  constant: (part, pick) => (doc, level) => plain(part, pick, (id) => edits.setConstant(doc, level, id, "x", pick([0, 1, undefined])), doc),
  shape: (part, pick) => (doc, level) => plain(part, pick, (id) => edits.setShape(doc, level, id, pick([[], [3]]) ?? []), doc),
  rename: (part, pick) => (doc, level) => edits.renameBlock(doc, level, pick(ids(part)) ?? "", pick(["a", "b", "pd", "new_1"]) ?? ""),
  addPort: (_, pick) => (doc, level) => edits.addPort(doc, level, pick(["inputs", "outputs"] as const) ?? "inputs", "p", { unit: "m" }, at).doc,
  renamePort: (part, pick) => (doc, level) => {
    const side = pick(["inputs", "outputs"] as const) ?? "inputs";
    return edits.renamePort(doc, level, side, pick(Object.keys(part[side] ?? {})) ?? "", pick(["q", "r", "wanted"]) ?? "");
  },
  removePort: (part, pick) => (doc, level) => {
    const side = pick(["inputs", "outputs"] as const) ?? "inputs";
    return edits.removePort(doc, level, side, pick(Object.keys(part[side] ?? {})) ?? "");
  },
  note: () => (doc, level) => edits.addNote(doc, level, "hm", at).doc,
  setNote: (part, pick) => (doc, level) => edits.setNote(doc, level, pick((part.notes ?? []).map((_, i) => i)) ?? 9, "other"),
  group: (part, pick) => (doc, level) => edits.group(doc, level, some(part, pick), "part").doc,
  ungroup: (part, pick) => (doc, level) => edits.ungroup(doc, level, pick(ids(part)) ?? "").doc,
  unique: (part, pick) => (doc, level) => edits.makeSubSchemeUnique(doc, level, pick(ids(part)) ?? ""),
  unused: () => (doc) => edits.removeUnusedSubSchemes(doc),
  renameScheme: (_, pick) => (doc) => edits.renameSubScheme(doc, pick(Object.keys(doc.schemes ?? {})) ?? "", pick(["axis", "arm", "leg"]) ?? ""),
  bends: (part, pick) => (doc, level) => edits.setBends(doc, level, wireKey(pick(part.wires ?? []) ?? { from: "", to: "" }), pick([[at], undefined])),
  insert: (part, pick) => (doc, level) => {
    const wire = pick(part.wires ?? []);
    return plain(part, pick, (id) => (wire ? edits.insertOnWire(doc, level, id, wireKey(wire), { input: "x", output: "y" }) : doc), doc);
  },
  flip: (part, pick) => (doc, level) => edits.flip(doc, level, some(part, pick)),
  step: (_, pick) => (doc) => edits.setStep(doc, pick([0.01, 0.001]) ?? 0.01),
  paste: (part, pick) => (doc, level) => {
    const pasted = paste(doc, level, copy(doc, level, some(part, pick)), at);
    return pasted.ok ? pasted.doc : doc;
  },
}; // biome-ignore format: one edit a line

function some(part: Part, pick: <T>(list: readonly T[]) => T | undefined): Selection {
  const all = everything(part);
  const two = <T>(list: readonly T[]) =>
    [...new Set([pick(list), pick(list)])].flatMap((item) => (item === undefined ? [] : [item]));
  return selecting({
    blocks: two(all.blocks),
    wires: two(all.wires),
    inputs: two(all.inputs).slice(1),
    notes: two(all.notes).slice(1),
  });
}

function plain(
  part: Part,
  pick: <T>(list: readonly T[]) => T | undefined,
  how: (id: string) => SchemeDocument,
  doc: SchemeDocument,
) {
  const block = pick((part.blocks ?? []).filter((b) => !b.type.startsWith("scheme.")));
  return block ? how(block.id) : doc;
}

function end(
  doc: SchemeDocument,
  part: Part,
  side: "inputs" | "outputs",
  pick: <T>(list: readonly T[]) => T | undefined,
): string {
  const ends = (part.blocks ?? []).flatMap((block) => {
    const inner = block.type.startsWith("scheme.") ? doc.schemes?.[block.type.slice(7)] : undefined;
    const names = inner ? Object.keys(inner[side] ?? {}) : [side === "inputs" ? "x" : "y"];
    return names.map((name) => `${block.id}.${name}`);
  });
  return pick([...ends, ...Object.keys(part[side === "inputs" ? "outputs" : "inputs"] ?? {})]) ?? "";
}
const source = (doc: SchemeDocument, part: Part, pick: <T>(list: readonly T[]) => T | undefined) =>
  end(doc, part, "outputs", pick);
const target = (doc: SchemeDocument, part: Part, pick: <T>(list: readonly T[]) => T | undefined) =>
  end(doc, part, "inputs", pick);

const script = fc.array(fc.tuple(fc.constantFrom(...Object.keys(steps)), fc.infiniteStream(fc.nat(1000))), {
  minLength: 1,
  maxLength: 30,
});

function play(doc: SchemeDocument, name: string, chance: Iterator<number>): SchemeDocument {
  const pick = <T>(list: readonly T[]): T | undefined => list[Number(chance.next().value) % Math.max(1, list.length)];
  const level = pick(levelNames(doc)) ?? "";
  const part = levelOf(doc, level);
  const step = part && steps[name]?.(part, pick);
  return step ? step(doc, level, pick) : doc;
}

describe("any sequence of edits", () => {
  it("leaves no loose ends, no double ids, nothing empty, and can be undone to the very first document", {
    timeout: 120_000,
  }, () => {
    const first = JSON.stringify(servo);
    fc.assert(
      fc.property(script, (list) => {
        const history = new History<SchemeDocument>();
        let doc = servo;
        for (const [name, chance] of list) {
          const next = play(doc, name, chance[Symbol.iterator]());
          expect(flaws(next), name).toEqual([]);
          history.push(name, doc, next);
          doc = next;
        }
        const last = doc;
        for (let back = history.undo(); back; back = history.undo()) doc = back;
        expect(JSON.stringify(doc)).toBe(first);
        for (let again = history.redo(); again; again = history.redo()) doc = again;
        expect(doc).toBe(last);
      }),
      { numRuns: 300 },
    );
  });
});

const inner = (doc: SchemeDocument, name: string) => doc.schemes?.[name];
const block = (doc: SchemeDocument, id: string) => doc.blocks?.find((b) => b.id === id);

describe("edits", () => {
  it("do nothing to a document that has no such thing", () => {
    expect(edits.renameBlock(servo, "", "nobody", "x")).toBe(servo);
    expect(edits.renameBlock(servo, "", "sum", "axis")).toBe(servo);
    expect(edits.connect(servo, "", "nobody.y", "sum.x1")).toBe(servo);
    expect(edits.disconnect(servo, "", "a -> b")).toBe(servo);
    expect(edits.setParameter(servo, "nowhere", "sum", "k", 1)).toBe(servo);
    expect(edits.ungroup(servo, "", "sum").doc).toBe(servo);
    expect(edits.moveThings(servo, "", selecting({ blocks: ["sum"] }), 0, 0)).toBe(servo);
  });

  it("replace the wire at an input, and the constant there", () => {
    const wired = edits.connect(servo, "", "sum.y", "spare.wanted");
    expect(block(wired, "spare")?.inputs).toBeUndefined();
    const other = edits.connect(wired, "", "wanted", "sum.x1");
    expect(other.wires?.filter((wire) => wire.to === "sum.x1")).toEqual([{ from: "wanted", to: "sum.x1" }]);
  });

  it("let paths of parameters follow a renamed block, and forget those of a removed one", () => {
    const renamed = edits.renameBlock(servo, "axis", "pd", "servo_pd");
    expect(block(renamed, "axis")?.parameters).toEqual({ "servo_pd.kp": 12 });
    expect(inner(renamed, "axis")?.wires?.[0]).toEqual({ from: "wanted", to: "servo_pd.wanted" });
    const removed = edits.removeThings(servo, "axis", selecting({ blocks: ["pd"] }));
    expect(block(removed, "axis")?.parameters).toBeUndefined();
  });

  it("rename a port of a sub-scheme at all its uses", () => {
    const renamed = edits.renamePort(servo, "axis", "inputs", "wanted", "goal");
    expect(renamed.wires).toContainEqual({ from: "wanted", to: "axis.goal" });
    expect(block(renamed, "spare")?.inputs).toEqual({ goal: 0.5 });
    expect(inner(renamed, "axis")?.wires?.[0]).toEqual({ from: "goal", to: "pd.wanted" });
  });

  it("make a group with one port for each signal that crosses its border", () => {
    const lookup = (terminal: string) => (terminal === "wanted" ? port("wanted", { unit: "rad" }) : undefined);
    const made = edits.group(servo, "axis", selecting({ blocks: ["pd", "drive"] }), "controller", lookup);
    const scheme = inner(made.doc, "controller");
    expect(Object.keys(scheme?.inputs ?? {})).toEqual(["wanted", "angle", "speed"]);
    expect(scheme?.inputs?.wanted).toEqual({ unit: "rad" });
    expect(Object.keys(scheme?.outputs ?? {})).toHaveLength(2);
    expect(block(made.doc, "axis")?.parameters).toEqual({ [`${made.id}.pd.kp`]: 12 });
    expect(flaws(made.doc)).toEqual([]);
  });

  it("ungroup what was grouped into the same blocks and wires", () => {
    const made = edits.group(servo, "axis", selecting({ blocks: ["pd", "drive"] }), "controller");
    const back = edits.ungroup(made.doc, "axis", made.id);
    const sorted = (doc: SchemeDocument) => inner(doc, "axis")?.wires?.map(wireKey).sort();
    expect(sorted(back.doc)).toEqual(sorted(servo));
    expect([...back.blocks].sort()).toEqual(["drive", "pd"]);
    expect(block(back.doc, "axis")?.parameters).toEqual({ "pd.kp": 12 });
    expect(Object.keys(back.doc.schemes ?? {})).toEqual(["axis"]);
  });

  it("put parameters and constants of a group on the blocks that come out of it", () => {
    const first = edits.ungroup(servo, "", "axis");
    expect(block(first.doc, "pd")?.parameters).toEqual({ kd: 1, kp: 12 });
    expect(first.doc.schemes?.axis).toBeDefined();
    const second = edits.ungroup(first.doc, "", "spare");
    expect(block(second.doc, "pd_2")?.inputs).toEqual({ wanted: 0.5 });
    expect(block(second.doc, "pd_2")?.parameters).toEqual({ kd: 1, kp: 4 });
    expect(second.doc.schemes).toBeUndefined();
    expect(flaws(second.doc)).toEqual([]);
  });

  it("give one use of a sub-scheme a copy of its own", () => {
    const unique = edits.makeSubSchemeUnique(servo, "", "spare");
    expect(block(unique, "spare")?.type).toBe("scheme.axis_2");
    expect(unique.schemes?.axis_2).toEqual(servo.schemes?.axis);
    expect(edits.makeSubSchemeUnique(unique, "", "spare")).toBe(unique);
  });

  it("write down where everything stands as soon as something is moved", () => {
    const before = positionOf(servo, "blocks", "axis");
    const moved = edits.moveThings(servo, "", selecting({ blocks: ["sum"] }), 40, 0);
    expect(positionOf(moved, "blocks", "axis")).toEqual(before);
    expect(positionOf(moved, "blocks", "sum").x).toBe(positionOf(servo, "blocks", "sum").x + 40);
  });

  it("put a block into a wire", () => {
    const added = edits.addBlock(servo, "", "arithmetic.gain", at);
    const put = edits.insertOnWire(added.doc, "", added.id, "wanted -> axis.wanted", { input: "x", output: "y" });
    expect(put.wires).toContainEqual({ from: "wanted", to: "gain.x" });
    expect(put.wires).toContainEqual({ from: "gain.y", to: "axis.wanted" });
    expect(put.wires).not.toContainEqual({ from: "wanted", to: "axis.wanted" });
  });

  it("leave defaults out", () => {
    expect(edits.setStep(edits.setStep(servo, 0.002), 0.01)).toEqual(servo);
    const set = edits.setPort(servo, "", "inputs", "wanted", { kind: "boolean" });
    expect(set.inputs?.wanted).toEqual({ kind: "boolean" });
    const shaped = edits.setShape(edits.setShape(servo, "", "sum", [3]), "", "sum", []);
    expect(shaped).toEqual(servo);
  });
});
