/** What can be done to a scheme, by name: every action is one step that can be undone. */

import type { PortDocument, SchemeDocument } from "@/gen/documents";
import type { BlockInfo, FaultMessage, Layout, LevelQuery, PortInfo } from "@/gen/messages";
import { api } from "@/link/http";
import { copy, paste } from "@/model/scheme/clipboard";
import {
  blockOf, cleanName, countSelected, innerOf, isNothing, levelOf, type Point, PREFIX, portName, positionOf, type Selection, selecting,
  subSchemeOf, wireOf,
} from "@/model/scheme/document"; // biome-ignore format: a list
import * as edits from "@/model/scheme/edits";
import { type Fix, insertable } from "@/model/scheme/fits";
import { connectThrough, rowsOf, spotWithin } from "@/model/scheme/fix-edits";
import type { QuickFix } from "@/model/scheme/fixes";
import { blocksThatFit } from "@/model/scheme/search";
import { portAt, portsOf, type SchemeStore } from "@/model/scheme/store";
import { showToast } from "@/ui";
import { saidBy, words } from "@/words";
import { type Alignment, aligned } from "./align";
import { laidOut } from "./arranging";
import { stepOf } from "./fixing";
import { learnPart } from "./library";
import { SNAP } from "./snap";
import type { ViewStore } from "./view";

export type Actions = ReturnType<typeof makeActions>;

export function makeActions(store: SchemeStore, view: ViewStore) {
  const get = store.getState;
  const part = () => levelOf(get().doc, get().level);
  const steps = () => words().design.steps;

  /** A selection in words: the name of the one thing, or how many. */
  const told = (selection: Selection): string => {
    const [block, input, output] = [selection.blocks[0], selection.inputs[0], selection.outputs[0]];
    if (countSelected(selection) - selection.wires.length === 1)
      return block ?? input ?? output ?? words().design.canvas.note;
    return steps().things(countSelected(selection));
  };

  const centreOn = (ids: readonly string[]) =>
    view.setState(({ centre }) => ({ centre: { ids, round: centre.round + 1 } }));

  const title = (type: string) => get().blocks.get(type)?.title ?? type.slice(type.indexOf(".") + 1);

  /** Place a block or a part, and lead a wire into or through it if one is waiting. */
  const place = (type: string, at: Point, more: { from?: string; wire?: string } = {}): string => {
    let id = "";
    const used = type.startsWith(edits.PART) ? type.slice(edits.PART.length) : "";
    if (used) learnPart(get().doc, used);
    get().edit(
      steps().add(title(type)),
      (doc, level) => {
        const part = used ? edits.withPart(doc, used) : undefined;
        const [base, kind] = part ? [part.doc, PREFIX + part.name] : [doc, type];
        const made = edits.addBlock(base, level, kind, { x: SNAP.x(at.x), y: SNAP.y(at.y) });
        if (made.doc === base) return doc;
        id = made.id;
        const after = { ...get(), doc: made.doc };
        const ports = portsOf(after, level, id);
        if (more.wire) return threaded(made.doc, level, id, more.wire, ports);
        if (more.from) return tied(made.doc, level, id, more.from);
        return made.doc;
      },
      undefined,
      undefined,
    );
    get().select({ blocks: [id] });
    return id;
  };

  /** The new block in the middle of a wire, where its ports allow. */
  const threaded = (
    doc: SchemeDocument,
    level: string,
    id: string,
    key: string,
    ports: { inputs: readonly PortInfo[]; outputs: readonly PortInfo[] },
  ) => {
    const inside = levelOf(doc, level);
    const wire = inside && wireOf(inside, key);
    const from = wire && portAt({ ...get(), doc }, level, wire.from, "from");
    const to = wire && portAt({ ...get(), doc }, level, wire.to, "to");
    const through = from && to && insertable(ports, from, to);
    return through ? edits.insertOnWire(doc, level, id, key, through) : doc;
  };

  /** The new block at the end of a wire that was being drawn; it takes the size of what comes along it. */
  const tied = (doc: SchemeDocument, level: string, id: string, end: string) => {
    const [role, terminal] = [end.slice(0, end.indexOf(":")), end.slice(end.indexOf(":") + 1)];
    const source = role === "out";
    const state = { ...get(), doc };
    const known = portAt(state, level, terminal, source ? "from" : "to");
    const type = blockOf(levelOf(doc, level), id)?.type ?? "";
    const info = get().blocks.get(type) ?? (type ? { ...NO_TYPE, ...portsOf(state, level, id) } : undefined);
    const [mine] = known && info ? blocksThatFit([info], known, source ? "from" : "to") : [];
    if (!mine) return doc;
    const sized = mine.shape.length > 0 ? edits.setShape(doc, level, id, mine.shape) : doc;
    return source
      ? edits.connect(sized, level, terminal, `${id}.${mine.port}`)
      : edits.connect(sized, level, `${id}.${mine.port}`, terminal);
  };

  return {
    place,
    title,
    centreOn,

    connect(from: string, to: string): void {
      get().edit(steps().connect(from, to), (doc, level) => edits.connect(doc, level, from, to));
    },

    /** Put the block that makes two ports fit between them. */
    connectThrough(from: string, to: string, fix: Fix): void {
      let id = "";
      const name = fix.kind === "shape" ? steps().connect(from, to) : steps().insert(title(fix.type));
      get().edit(name, (doc, level) => {
        const wire = { from, to };
        const inside = levelOf(doc, level);
        const at = inside ? spotWithin(inside, wire, rowsOf(get(), level)) : { x: 0, y: 0 };
        const made = connectThrough(doc, level, wire, fix, at);
        id = made.id;
        return made.doc;
      });
      if (fix.kind === "insert") get().select({ blocks: [id] });
    },

    /** Remedy a fault as one step, and show it. Not if the scheme has changed since it was checked. */
    remedy(fault: FaultMessage, fix: QuickFix): void {
      if (get().doc !== get().checked) return;
      get().reveal(fault);
      const made = fix.apply(get().doc);
      get().edit(stepOf(fix, words(), title), () => made.doc, undefined, made.select);
      centreOn(get().selection.blocks.map((id) => `block:${id}`));
    },

    /** Lead a wire by hand along some bends, or let it find its way again (undefined). */
    bend(wire: string, bends: readonly Point[] | undefined, merge?: string): void {
      get().edit(bends ? steps().bend : steps().unbend, (doc, level) => edits.setBends(doc, level, wire, bends), merge);
    },

    /** Put a block that is there into a wire, where its ports allow. */
    insert(id: string, wire: string): void {
      get().edit(steps().insert(id), (doc, level) => threaded(doc, level, id, wire, portsOf(get(), level, id)));
    },

    move(selection: Selection, dx: number, dy: number, merge?: string): void {
      get().edit(steps().move(told(selection)), (doc, level) => edits.moveThings(doc, level, selection, dx, dy), merge);
    },

    remove(selection: Selection = get().selection): void {
      if (isNothing(selection)) return;
      const name =
        selection.wires.length === countSelected(selection) && selection.wires.length === 1
          ? steps().disconnect
          : steps().remove(told(selection));
      get().edit(name, (doc, level) => edits.removeThings(doc, level, selection));
    },

    rename(id: string, to: string): void {
      get().edit(
        steps().rename(id, to),
        (doc, level) => edits.renameBlock(doc, level, id, to),
        undefined,
        selecting({ blocks: [to] }),
      );
    },

    setParameter(id: string, name: string, value: unknown, done: boolean): void {
      get().edit(
        value === undefined ? steps().reset(`${id}.${name}`) : steps().set(`${id}.${name}`),
        (doc, level) => edits.setParameter(doc, level, id, name, value),
        `parameter ${get().level} ${id} ${name}`,
      );
      if (done) get().seal();
    },

    setConstant(id: string, input: string, value: unknown): void {
      get().edit(
        steps().set(`${id}.${input}`),
        (doc, level) => edits.setConstant(doc, level, id, input, value),
        `constant ${id} ${input}`,
      );
      get().seal();
    },

    setShape(id: string, shape: readonly number[]): void {
      get().edit(steps().set(id), (doc, level) => edits.setShape(doc, level, id, shape));
    },

    group(): void {
      const { selection } = get();
      if (selection.blocks.length === 0) return;
      let id = "";
      const name = selection.blocks.length === 1 ? `${selection.blocks[0]}` : "group";
      get().edit(steps().group(name), (doc, level) => {
        const made = edits.group(doc, level, selection, name, (terminal, side) => portAt(get(), level, terminal, side));
        id = made.id;
        return made.doc;
      });
      get().select({ blocks: [id] });
    },

    ungroup(id: string): void {
      let blocks: readonly string[] = [];
      get().edit(steps().ungroup(id), (doc, level) => {
        const made = edits.ungroup(doc, level, id);
        blocks = made.blocks;
        return made.doc;
      });
      get().select({ blocks });
    },

    flip(): void {
      const { selection } = get();
      get().edit(steps().flip, (doc, level) => edits.flip(doc, level, selection));
    },

    align(how: Alignment, sizes: (id: string) => { width: number; height: number }): void {
      const { selection } = get();
      get().edit(steps().align, (doc, level) => aligned(doc, level, selection.blocks, how, sizes));
    },

    note(at: Point): void {
      let index = -1;
      get().edit(steps().note, (doc, level) => {
        const made = edits.addNote(doc, level, words().design.canvas.newNote, { x: SNAP.x(at.x), y: SNAP.y(at.y) });
        index = made.index;
        return made.doc;
      });
      get().select({ notes: [index] });
    },

    setNote(index: number, text: string): void {
      get().edit(steps().note, (doc, level) => edits.setNote(doc, level, index, text));
    },

    sizeNote(index: number, box: { x: number; y: number; width: number; height: number }): void {
      get().edit(steps().note, (doc, level) =>
        edits.setNotePlace(doc, level, index, { position: [box.x, box.y], size: [box.width, box.height] }),
      );
    },

    async copy(cut = false): Promise<void> {
      const { doc, level, selection } = get();
      if (isNothing(selection)) return;
      const text = copy(doc, level, selection);
      kept = text;
      await navigator.clipboard?.writeText(text).catch(() => undefined);
      if (cut) get().edit(steps().cut, (now, at) => edits.removeThings(now, at, selection));
    },

    async paste(at: Point): Promise<void> {
      const text = (await navigator.clipboard?.readText().catch(() => "")) || kept;
      const { doc, level } = get();
      const made = paste(doc, level, text.includes('"pult.scheme.fragment"') || !kept ? text : kept, at);
      if (!made.ok) return;
      get().edit(steps().paste, () => made.doc, undefined, made.selection);
    },

    duplicate(): void {
      const { doc, level, selection } = get();
      if (isNothing(selection)) return;
      const inside = part();
      const corner = corners(
        inside
          ? [
              ...selection.blocks.map((id) => positionOf(inside, "blocks", id)),
              ...selection.notes.map((n) => positionOf(inside, "notes", n)),
            ]
          : [],
      );
      const made = paste(doc, level, copy(doc, level, { ...selection, inputs: [], outputs: [] }), {
        x: corner.x + 40,
        y: corner.y + 36,
      });
      if (made.ok) get().edit(steps().duplicate, () => made.doc, undefined, made.selection);
    },

    /** Lay a level out anew; everything glides to its place. */
    async tidy(): Promise<void> {
      const { doc, level } = get();
      const query: LevelQuery = { document: doc, level };
      try {
        const layout = await api.post<Layout>("/api/scheme/layout", query);
        if (get().doc !== doc) return;
        view.setState({ gliding: true });
        get().edit(steps().tidy, (now, at) => laidOut(now, at, layout));
        window.setTimeout(() => view.setState({ gliding: false }), 320);
        centreOn([]);
      } catch (error) {
        showToast({
          kind: "error",
          title: words().design.tools.tidyFailed,
          text: saidBy(error),
        });
      }
    },

    /** Open the sub-scheme of the selected block. */
    enter(id: string): boolean {
      const inside = part();
      const block = blockOf(inside, id);
      if (!block || !innerOf(get().doc, block)) return false;
      get().enter(id);
      return true;
    },

    /** The next block along a wire: downstream with the arrows right and down, upstream with left and up. */
    follow(key: "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown"): void {
      const { selection } = get();
      const inside = part();
      const here = selection.blocks[0] ?? selection.inputs[0] ?? selection.outputs[0];
      if (!inside || here === undefined) return;
      const forward = key === "ArrowRight" || key === "ArrowDown";
      const name = (end: string) => portName(end).block || end;
      const wires = (inside.wires ?? []).filter((wire) => name(forward ? wire.from : wire.to) === here);
      const ends = [...new Set(wires.map((wire) => (forward ? wire.to : wire.from)))];
      const next = ends[key === "ArrowRight" || key === "ArrowLeft" ? 0 : ends.length - 1];
      if (next === undefined) return;
      const { block, port } = portName(next);
      get().select(block ? { blocks: [block] } : forward ? { outputs: [port] } : { inputs: [port] });
      centreOn([block ? `block:${block}` : `${forward ? "output" : "input"}:${port}`]);
    },

    addPort(side: "inputs" | "outputs", at: Point, wanted = "", port: PortDocument = {}): void {
      let id = "";
      const name = wanted || (side === "inputs" ? "input" : "output");
      get().edit(steps().port(name), (doc, level) => {
        const made = edits.addPort(doc, level, side, name, port, at);
        id = made.id;
        return made.doc;
      });
      get().select(selecting({ [side]: [id] }));
    },

    /** Copy a part that the scheme uses into the scheme itself. */
    makeMine: (name: string) => get().edit(words().design.part.step(name), (doc) => edits.makeMine(doc, name)),
    renameScheme: (name: string, to: string) =>
      get().edit(steps().rename(name, to), (doc) => edits.renameSubScheme(doc, name, cleanName(to))),
    subScheme: (id: string) => {
      const block = blockOf(part(), id);
      return block ? subSchemeOf(block) : "";
    },
  };
}

/** What a sub-scheme is as a type, besides its ports. */
const NO_TYPE: BlockInfo = {
  name: "", family: "scheme", title: "", summary: "", text: "", equation: "", inputs: [], outputs: [], parameters: [],
  state: false, elementwise: false, host: false,
}; // biome-ignore format: a list

/** What was copied last, where the clipboard of the system is out of reach. */
let kept = "";

const corners = (points: readonly Point[]): Point => ({
  x: Math.min(...points.map((point) => point.x)),
  y: Math.min(...points.map((point) => point.y)),
});
