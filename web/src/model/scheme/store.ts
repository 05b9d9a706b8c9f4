import { create } from "zustand";
import type { SchemeDocument } from "@/gen/documents";
import type { BlockInfo, CheckResult, FaultMessage } from "@/gen/messages";
import {
  blockOf,
  emptyScheme,
  everything,
  existing,
  innerOf,
  levelOf,
  NOTHING,
  type Selection,
  selecting,
  subSchemeOf,
} from "./document";
import { FaultIndex, placeOf } from "./faults";
import { History } from "./history";

export { externalPorts, portAt, portsOf } from "./ports";

/** A step into the scheme: which level, and the block that was entered to get there. */
export interface Crumb {
  readonly level: string;
  readonly block: string;
}

/** What undo brings back besides the document: where the change was made. */
interface Snapshot {
  readonly doc: SchemeDocument;
  readonly path: readonly Crumb[];
  readonly selection: Selection;
}

/** The scheme that is being edited. */
export interface SchemeState {
  readonly doc: SchemeDocument;
  /** Level that is shown; '' is the outermost. */
  readonly level: string;
  /** Way to that level, the outermost first. */
  readonly path: readonly Crumb[];
  readonly selection: Selection;
  /** What was saved last, and its version; null for a scheme that never was. */
  readonly saved: { readonly version: string; readonly doc: SchemeDocument } | null;
  readonly dirty: boolean;
  readonly check: CheckResult | null;
  /** Document that `check` is about. */
  readonly checked: SchemeDocument | null;
  readonly checking: boolean;
  readonly faults: FaultIndex;
  /** Block types by name. */
  readonly blocks: ReadonlyMap<string, BlockInfo>;
  readonly undoName: string;
  readonly redoName: string;

  /** Change the document; steps with the same merge key become one until `seal`. Whether anything changed. */
  edit(
    name: string,
    how: (doc: SchemeDocument, level: string) => SchemeDocument,
    mergeKey?: string,
    select?: Selection,
  ): boolean;
  /** End of a drag or of a scrub. */
  seal(): void;
  undo(): void;
  redo(): void;
  /** Select these things only. */
  select(selection: Partial<Selection>): void;
  /** Add things to the selection, or take out those that are in it. */
  toggle(selection: Partial<Selection>): void;
  selectAll(): void;
  clearSelection(): void;
  /** Open a block that is a sub-scheme. */
  enter(block: string): void;
  /** Go up to a place in the path: 0 is the outermost level, one up if left out. */
  leave(to?: number): void;
  /** Show where a fault is: its level, with what is at fault selected. */
  reveal(fault: FaultMessage): void;
  /** Show another document; history starts anew. */
  open(doc: SchemeDocument, version: string | null): void;
  /** Take a document from elsewhere (a layout, an older version) as one step that can be undone. */
  replaceDoc(doc: SchemeDocument, name?: string): void;
  markSaved(version: string, doc?: SchemeDocument): void;
  setBlocks(blocks: readonly BlockInfo[]): void;
  setChecking(checking: boolean): void;
  setCheck(check: CheckResult | null, doc?: SchemeDocument): void;
}

const TOP: readonly Crumb[] = [{ level: "", block: "" }];

/** A store for one scheme; it is a React hook, and works without React by getState and subscribe. */
export function createSchemeStore(first: SchemeDocument = emptyScheme()) {
  const history = new History<Snapshot>();

  return create<SchemeState>()((set, get) => {
    const snapshot = (): Snapshot => ({ doc: get().doc, path: get().path, selection: get().selection });
    const names = () => ({ undoName: history.undoName, redoName: history.redoName });
    /** State for a document: the path as far as it still leads, the selection as far as it is still there. */
    const showing = (doc: SchemeDocument, path: readonly Crumb[], selection: Selection) => {
      const valid = validPath(doc, path);
      const level = valid.at(-1)?.level ?? "";
      const kept = valid.length === path.length ? existing(levelOf(doc, level), selection) : NOTHING;
      return { doc, path: valid, level, selection: kept, dirty: doc !== get().saved?.doc, ...names() };
    };
    const bring = (found: Snapshot | undefined) => {
      if (found) set(showing(found.doc, found.path, found.selection));
    };

    return {
      doc: first,
      level: "",
      path: TOP,
      selection: NOTHING,
      saved: null,
      dirty: false,
      check: null,
      checked: null,
      checking: false,
      faults: new FaultIndex(null, first),
      blocks: new Map(),
      undoName: "",
      redoName: "",

      edit(name, how, mergeKey, select) {
        const before = snapshot();
        const doc = how(before.doc, get().level);
        if (doc === before.doc) {
          if (select) set({ selection: existing(levelOf(doc, get().level), select) });
          return false;
        }
        const next = showing(doc, before.path, select ?? before.selection);
        history.push(name, before, { doc, path: next.path, selection: next.selection }, mergeKey);
        set({ ...next, ...names() });
        return true;
      },
      seal: () => history.seal(),
      undo: () => bring(history.undo()),
      redo: () => bring(history.redo()),
      select: (selection) => set({ selection: existing(levelOf(get().doc, get().level), selecting(selection)) }),
      toggle(selection) {
        const { selection: old, doc, level } = get();
        const flip = <T>(have: readonly T[], given: readonly T[] = []): T[] => [
          ...have.filter((item) => !given.includes(item)),
          ...given.filter((item) => !have.includes(item)),
        ];
        const both: Selection = {
          blocks: flip(old.blocks, selection.blocks),
          wires: flip(old.wires, selection.wires),
          inputs: flip(old.inputs, selection.inputs),
          outputs: flip(old.outputs, selection.outputs),
          notes: flip(old.notes, selection.notes),
        };
        set({ selection: existing(levelOf(doc, level), both) });
      },
      selectAll() {
        const part = levelOf(get().doc, get().level);
        if (part) set({ selection: everything(part) });
      },
      clearSelection: () => set({ selection: NOTHING }),
      enter(id) {
        const { doc, level, path } = get();
        const block = blockOf(levelOf(doc, level), id);
        if (!block || !innerOf(doc, block)) return;
        history.seal();
        const inner = subSchemeOf(block);
        set({ path: [...path, { level: inner, block: id }], level: inner, selection: NOTHING });
      },
      leave(to) {
        const { path } = get();
        const kept = path.slice(0, Math.max(1, (to ?? path.length - 2) + 1));
        if (kept.length === path.length) return;
        history.seal();
        // The block we come out of is selected, so that one sees where one was.
        const left = path[kept.length]?.block ?? "";
        const level = kept.at(-1)?.level ?? "";
        set({ path: kept, level, selection: existing(levelOf(get().doc, level), selecting({ blocks: [left] })) });
      },
      reveal(fault) {
        const { doc, checked } = get();
        const place = placeOf(fault, checked ?? doc);
        const path = get().level === place.level ? get().path : pathTo(doc, place.level);
        if (path) set(showing(doc, path, place.selection));
      },
      open(doc, version) {
        history.clear();
        const saved = version === null ? null : { version, doc };
        set({
          saved,
          check: null,
          checked: null,
          checking: false,
          faults: new FaultIndex(null, doc),
          doc,
          level: "",
          path: TOP,
          selection: NOTHING,
          dirty: false,
          ...names(),
        });
      },
      replaceDoc(doc, name = "") {
        if (doc === get().doc) return;
        const next = showing(doc, get().path, get().selection);
        history.push(name, snapshot(), { doc, path: next.path, selection: next.selection });
        set({ ...next, ...names() });
      },
      markSaved(version, doc = get().doc) {
        history.seal();
        set({ saved: { version, doc }, dirty: doc !== get().doc });
      },
      setBlocks: (blocks) => set({ blocks: new Map(blocks.map((block) => [block.name, block])) }),
      setChecking: (checking) => set({ checking }),
      setCheck(check, doc = get().doc) {
        set({ check, checked: check ? doc : null, checking: false, faults: new FaultIndex(check, doc) });
      },
    };
  });
}

export type SchemeStore = ReturnType<typeof createSchemeStore>;

/** As much of a path as the document still has. */
function validPath(doc: SchemeDocument, path: readonly Crumb[]): readonly Crumb[] {
  for (let i = 1; i < path.length; i++) {
    const crumb = path[i];
    const block = crumb && blockOf(levelOf(doc, path[i - 1]?.level ?? ""), crumb.block);
    if (!crumb || !block || !innerOf(doc, block)) return path.slice(0, i);
    if (subSchemeOf(block) !== crumb.level) {
      // The sub-scheme was renamed or made unique: the way still leads into the same block.
      return validPath(doc, [
        ...path.slice(0, i),
        { level: subSchemeOf(block), block: crumb.block },
        ...path.slice(i + 1),
      ]);
    }
  }
  return path;
}

/** A way from the outermost level to another, if there is one. */
export function pathTo(doc: SchemeDocument, level: string): readonly Crumb[] | undefined {
  const seen = new Set<string>([""]);
  let open: (readonly Crumb[])[] = [TOP];
  while (open.length > 0) {
    const next: (readonly Crumb[])[] = [];
    for (const path of open) {
      const here = path.at(-1)?.level ?? "";
      if (here === level) return path;
      for (const block of levelOf(doc, here)?.blocks ?? []) {
        const inner = subSchemeOf(block);
        if (!inner || seen.has(inner) || !innerOf(doc, block)) continue;
        seen.add(inner);
        next.push([...path, { level: inner, block: block.id }]);
      }
    }
    open = next;
  }
  return undefined;
}
