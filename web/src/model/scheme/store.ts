import { create } from "zustand";
import type { SchemeDocument } from "@/gen/documents";
import type { BlockInfo, CheckResult, FaultMessage } from "@/gen/messages";
import { checkedBy, type DocumentState, documentPart } from "../document/store";
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
import { withoutIdleParts } from "./using-parts";

export { externalPorts, portAt, portsOf } from "./ports";

/** A step into the scheme: which level, and the block that was entered to get there. */
export interface Crumb {
  readonly level: string;
  readonly block: string;
}

/** What undo brings back besides the document: where the change was made. */
interface SchemeView {
  /** Level that is shown; '' is the outermost. */
  readonly level: string;
  /** Way to that level, the outermost first. */
  readonly path: readonly Crumb[];
  readonly selection: Selection;
}

/** The scheme that is being edited. */
export interface SchemeState extends DocumentState<SchemeDocument, CheckResult>, SchemeView {
  readonly faults: FaultIndex;
  /** Block types by name. */
  readonly blocks: ReadonlyMap<string, BlockInfo>;

  /**
   * Change the document; steps with the same merge key become one until `seal`. Parts whose last use goes are no longer
   * named in it. Whether anything changed.
   */
  edit(
    name: string,
    how: (doc: SchemeDocument, level: string) => SchemeDocument,
    mergeKey?: string,
    select?: Selection,
  ): boolean;
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
  setBlocks(blocks: readonly BlockInfo[]): void;
}

const TOP: readonly Crumb[] = [{ level: "", block: "" }];

const START: SchemeView = { level: "", path: TOP, selection: NOTHING };

/** The path as far as it still leads, the selection as far as it is still there. */
function within(doc: SchemeDocument, { path, selection }: SchemeView): SchemeView {
  const valid = validPath(doc, path);
  const level = valid.at(-1)?.level ?? "";
  return {
    path: valid,
    level,
    selection: valid.length === path.length ? existing(levelOf(doc, level), selection) : NOTHING,
  };
}

/** A store for one scheme; it is a React hook, and works without React by getState and subscribe. */
export function createSchemeStore(first: SchemeDocument = emptyScheme(), version = "") {
  return create<SchemeState>()((set, get) => {
    const opened = { version, doc: first };
    const viewed = { view: START, within };
    const { state, step } = documentPart<SchemeDocument, CheckResult, SchemeView>(set, get, opened, viewed);

    return {
      ...state,
      faults: new FaultIndex(null, first),
      blocks: new Map(),

      edit(name, how, mergeKey, selection) {
        const { doc, level } = get();
        return step(name, withoutIdleParts(doc, how(doc, level)), mergeKey, selection ? { selection } : {});
      },
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
        get().seal();
        const inner = subSchemeOf(block);
        set({ path: [...path, { level: inner, block: id }], level: inner, selection: NOTHING });
      },
      leave(to) {
        const { path } = get();
        const kept = path.slice(0, Math.max(1, (to ?? path.length - 2) + 1));
        if (kept.length === path.length) return;
        get().seal();
        // The block we come out of is selected, so that one sees where one was.
        const left = path[kept.length]?.block ?? "";
        const level = kept.at(-1)?.level ?? "";
        set({ path: kept, level, selection: existing(levelOf(get().doc, level), selecting({ blocks: [left] })) });
      },
      reveal(fault) {
        const { doc, checked } = get();
        const place = placeOf(fault, checked ?? doc);
        const path = get().level === place.level ? get().path : pathTo(doc, place.level);
        if (path) set(within(doc, { level: place.level, path, selection: place.selection }));
      },
      open(doc, saved) {
        state.open(doc, saved);
        set({ faults: new FaultIndex(null, doc) });
      },
      setBlocks: (blocks) => set({ blocks: new Map(blocks.map((block) => [block.name, block])) }),
      setCheck: (check, doc = get().doc) => set({ ...checkedBy(check, doc), faults: new FaultIndex(check, doc) }),
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
