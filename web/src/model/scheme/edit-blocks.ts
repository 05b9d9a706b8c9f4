import type { BlockDocument, SchemeDocument } from "@/gen/documents";
import { blockOf, freshId, levelOf, NAME, own, type Part, type Point, portName, terminalText } from "./document";
import { bare, change, changeBlock, filled, having, mapPaths, mapWires, rekeyed, withUi } from "./parts";

/** A document and the name of what was made in it. */
export interface Made {
  readonly doc: SchemeDocument;
  readonly id: string;
}

/** What a new block may be given besides its type and place. */
export interface NewBlock {
  readonly parameters?: Record<string, unknown>;
  readonly inputs?: Record<string, unknown>;
  readonly shape?: number[];
  /** Wanted id; a free one near it is taken. The last part of the type if left out. */
  readonly id?: string;
}

/** Put a block of a type on a level; its top left corner goes to `at`. */
export function addBlock(doc: SchemeDocument, level: string, type: string, at: Point, more: NewBlock = {}): Made {
  const part = levelOf(doc, level);
  if (!part) return { doc, id: "" };
  const id = freshId(part, more.id ?? type);
  const block: BlockDocument = bare({ id, type, shape: more.shape, parameters: more.parameters });
  if (more.inputs && filled(more.inputs)) block.inputs = more.inputs;
  const made = change(doc, level, (pinned) =>
    withUi(
      { ...pinned, blocks: [...(pinned.blocks ?? []), block] },
      { ...pinned.ui, blocks: having(pinned.ui?.blocks, id, { position: [at.x, at.y] }) },
    ),
  );
  return { doc: made, id };
}

/** Set a parameter of a block, or give it back its default (undefined). Paths ('pd.kp') reach into sub-schemes. */
export function setParameter(
  doc: SchemeDocument,
  level: string,
  id: string,
  name: string,
  value: unknown | undefined,
): SchemeDocument {
  return changeBlock(doc, level, id, (block) => {
    if (Object.is(own(block.parameters, name), value)) return block;
    return { ...block, parameters: having(block.parameters, name, value) };
  });
}

/** Set the constant at an input, or take it away (undefined). A wire that ended there is taken away: one of both. */
export function setConstant(
  doc: SchemeDocument,
  level: string,
  id: string,
  input: string,
  value: unknown | undefined,
): SchemeDocument {
  const target = terminalText(id, input);
  const set = changeBlock(doc, level, id, (block) => {
    if (Object.is(own(block.inputs, input), value)) return block;
    return { ...block, inputs: having(block.inputs, input, value) };
  });
  if (value === undefined || !blockOf(levelOf(doc, level), id)) return dropConstantPaths(doc, set, level, id, input);
  return change(set, level, (part) => mapWires(part, (wire) => (wire.to === target ? undefined : wire)));
}

/** Settings from outside of a constant that is no longer there go too. */
export function dropConstantPaths(
  before: SchemeDocument,
  after: SchemeDocument,
  level: string,
  id: string,
  input: string,
): SchemeDocument {
  if (own(blockOf(levelOf(before, level), id)?.inputs, input) === undefined) return after;
  return mapPaths(after, level, (path) =>
    path.length === 2 && path[0] === id && path[1] === input ? undefined : path,
  );
}

/** Apply a scalar block to every entry of signals of this shape; [] for scalars. */
export function setShape(doc: SchemeDocument, level: string, id: string, shape: readonly number[]): SchemeDocument {
  return changeBlock(doc, level, id, (block) => {
    const same = (block.shape ?? []).join() === shape.join();
    return same ? block : { ...block, shape: [...shape] };
  });
}

/** Make a block one of another type; wires to ports that the new type lacks are for `pruneWires`. */
export function setType(doc: SchemeDocument, level: string, id: string, type: string): SchemeDocument {
  return changeBlock(doc, level, id, (block) =>
    block.type === type ? block : { id: block.id, type, shape: block.shape },
  );
}

/** Give a block another id; wires, places, bends and paths of parameters follow. */
export function renameBlock(doc: SchemeDocument, level: string, id: string, to: string): SchemeDocument {
  const part = levelOf(doc, level);
  if (id === to || !NAME.test(to) || !blockOf(part, id) || blockOf(part, to)) return doc;
  const paths = mapPaths(doc, level, ([head, ...rest]) => [head === id ? to : (head ?? ""), ...rest]);
  return change(paths, level, (old) => renamedIn(old, id, to));
}

function renamedIn(part: Part, id: string, to: string): Part {
  const end = (text: string) => {
    const { block, port } = portName(text);
    return block === id ? terminalText(to, port) : text;
  };
  const wired = mapWires(part, (wire) => {
    const [from, target] = [end(wire.from), end(wire.to)];
    return from === wire.from && target === wire.to ? wire : { from, to: target };
  });
  const blocks = (wired.blocks ?? []).map((block) => (block.id === id ? { ...block, id: to } : block));
  const places = rekeyed(wired.ui?.blocks, (key) => (key === id ? to : key));
  return withUi({ ...wired, blocks }, { ...wired.ui, blocks: places });
}

/** Whether a block may be called this: 'taken' or 'bad' if not. */
export function nameProblem(part: Part, id: string, to: string): "taken" | "bad" | undefined {
  if (!NAME.test(to)) return "bad";
  return id !== to && blockOf(part, to) ? "taken" : undefined;
}
