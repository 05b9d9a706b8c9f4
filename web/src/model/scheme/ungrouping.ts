import type { BlockDocument, SchemeDocument, SubScheme, UiPlace, WireDocument } from "@/gen/documents";
import {
  blockOf, freshName, innerOf, isReadOnly, isSubScheme, levelOf, own, type Part, type Point, placeIn, portName, positionOf, selecting,
  subSchemeOf, terminalText,
} from "./document"; // biome-ignore format: a list
import { withoutThings } from "./edit-things";
import { makeMine } from "./make-mine";
import { bare, change, having, mapPaths, without, withUi } from "./parts";
import { usesOf } from "./sub-schemes";

/** A document and the blocks that came out of a group. */
export interface Ungrouped {
  readonly doc: SchemeDocument;
  readonly blocks: readonly string[];
}

/** Put the content of a sub-scheme in place of a block that uses it. A sub-scheme that nobody else uses goes. */
export function ungroup(doc: SchemeDocument, level: string, id: string): Ungrouped {
  const part = levelOf(doc, level);
  const block = blockOf(part, id);
  const inner = block && innerOf(doc, block);
  if (!part || !block || !inner || isReadOnly(doc, level)) return { doc, blocks: [] };
  const names = freshIds(part, id, inner);
  const renamed = (end: string) => {
    const { block: of, port } = portName(end);
    return of ? terminalText(names.get(of) ?? of, port) : end;
  };
  const paths = mapPaths(doc, level, (path) => {
    const [head, next, ...rest] = path;
    return head === id && next !== undefined ? [names.get(next) ?? next, ...rest] : path;
  });
  const opened = change(paths, level, (old) => {
    const { wires, constants } = joined(old, id, block, inner, renamed);
    const blocks = (inner.blocks ?? []).map((b) => unpacked(b, names.get(b.id) ?? b.id, block, constants));
    const left = withoutThings(old, selecting({ blocks: [id] }));
    const at = positionOf(old, "blocks", id);
    const wiresLeft = (left.wires ?? []).filter((wire) => !wires.some((made) => made.to === wire.to));
    return drawnOutside(
      { ...left, blocks: [...(left.blocks ?? []), ...blocks], wires: [...wiresLeft, ...wires] },
      inner,
      names,
      at,
    );
  });
  const scheme = subSchemeOf(block);
  const used = usesOf(opened, scheme).length > 0;
  const mine = used ? opened : makeMine(opened, scheme); // what a part brought has to stay
  return {
    doc: used ? opened : bare({ ...mine, schemes: without(mine.schemes, scheme) }),
    blocks: [...names.values()],
  };
}

function freshIds(part: Part, id: string, inner: SubScheme): Map<string, string> {
  const taken = new Set((part.blocks ?? []).map((block) => block.id).filter((other) => other !== id));
  const names = new Map<string, string>();
  for (const block of inner.blocks ?? []) {
    const name = freshName(block.id, taken);
    taken.add(name);
    names.set(block.id, name);
  }
  return names;
}

/** Wires in place of those that met at the border, and constants that stood at its inputs. */
function joined(
  part: Part,
  id: string,
  block: BlockDocument,
  inner: SubScheme,
  renamed: (end: string) => string,
): { wires: WireDocument[]; constants: Map<string, unknown> } {
  const into = new Map<string, string>();
  for (const wire of part.wires ?? []) {
    const to = portName(wire.to);
    if (to.block === id) into.set(to.port, wire.from);
  }
  const wires: WireDocument[] = [];
  const constants = new Map<string, unknown>();
  const outOf = new Map<string, string>();
  for (const wire of inner.wires ?? []) if (!wire.to.includes(".")) outOf.set(wire.to, wire.from);
  // A source may lead through the border more than once: out of the group and straight into it again.
  const source = (end: string, seen: ReadonlySet<string>): string | undefined => {
    const { block: of, port } = portName(end);
    if (of !== id) return end;
    const origin = outOf.get(port);
    if (origin === undefined || seen.has(port)) return undefined;
    if (origin.includes(".")) return renamed(origin);
    const outer = into.get(origin);
    return outer === undefined ? undefined : source(outer, new Set([...seen, port]));
  };
  for (const wire of inner.wires ?? []) {
    if (!wire.to.includes(".")) continue;
    if (wire.from.includes(".")) {
      wires.push({ from: renamed(wire.from), to: renamed(wire.to) });
      continue;
    }
    const outer = into.get(wire.from);
    const from = outer === undefined ? undefined : source(outer, new Set());
    if (from !== undefined) wires.push({ from, to: renamed(wire.to) });
    else if (outer === undefined && own(block.inputs, wire.from) !== undefined) {
      constants.set(renamed(wire.to), own(block.inputs, wire.from));
    }
  }
  for (const wire of part.wires ?? []) {
    if (portName(wire.from).block !== id || portName(wire.to).block === id) continue;
    const from = source(wire.from, new Set());
    if (from !== undefined) wires.push({ from, to: wire.to });
  }
  return { wires, constants };
}

/** A block of the sub-scheme as it stands outside: with the parameters and constants that were set on the group. */
function unpacked(
  inner: BlockDocument,
  name: string,
  group: BlockDocument,
  constants: ReadonlyMap<string, unknown>,
): BlockDocument {
  let { parameters, inputs } = inner;
  for (const [path, value] of Object.entries(group.parameters ?? {})) {
    const [head, ...rest] = path.split(".");
    const key = rest.join(".");
    if (head !== inner.id || !key) continue;
    // A path may name a constant at an input of a block as well as a parameter.
    if (!isSubScheme(inner) && own(inputs, key) !== undefined) inputs = having(inputs, key, value);
    else parameters = having(parameters, key, value);
  }
  for (const [end, value] of constants) {
    const { block, port } = portName(end);
    if (block === name) inputs = having(inputs, port, value);
  }
  return bare({ ...inner, id: name, parameters, inputs });
}

function drawnOutside(part: Part, inner: SubScheme, names: ReadonlyMap<string, string>, at: Point): Part {
  const points = (inner.blocks ?? []).map((block) => positionOf(inner, "blocks", block.id));
  const dx = at.x - Math.min(...points.map((p) => p.x), Number.POSITIVE_INFINITY);
  const dy = at.y - Math.min(...points.map((p) => p.y), Number.POSITIVE_INFINITY);
  let places = part.ui?.blocks;
  for (const { id } of inner.blocks ?? []) {
    const { x, y } = positionOf(inner, "blocks", id);
    const place: UiPlace = { ...placeIn(inner, "blocks", id), position: [x + dx, y + dy] };
    places = having(places, names.get(id) ?? id, place);
  }
  return withUi(part, { ...part.ui, blocks: places });
}
