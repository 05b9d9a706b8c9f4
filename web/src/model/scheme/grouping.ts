import type { BlockDocument, PortDocument, SchemeDocument, SubScheme, UiPlace, WireDocument } from "@/gen/documents";
import type { PortInfo } from "@/gen/messages";
import {
  blockOf, freshId, freshName, levelOf, type Part, type Point, PREFIX, placeIn, portName, positionOf, 
  type Selection, selecting,snap, terminalText, wireKey,
} from "./document"; // biome-ignore format: a list
import type { Made } from "./edit-blocks";
import { withoutThings } from "./edit-things";
import { bare, barePort, change, having, mapPaths, withUi } from "./parts";
import { type PortSources, portAt } from "./ports";
import { addSubScheme } from "./sub-schemes";

/** What is known of the port at an end of a wire, if anything. */
export type PortLookup = (terminal: string, side: "from" | "to") => PortInfo | undefined;

/** Room between the blocks of a new sub-scheme and its ports [px]. */
const MARGIN = 200;

interface Border {
  readonly inputs: Record<string, PortDocument>;
  readonly outputs: Record<string, PortDocument>;
  readonly inside: WireDocument[];
  readonly outside: WireDocument[];
}

/**
 * Make blocks into a sub-scheme, with a block of its type in their place.
 *
 * Each signal that crosses the border becomes a port. Parameters set from outside keep reaching their blocks.
 */
export function group(
  doc: SchemeDocument,
  level: string,
  selection: Selection,
  name: string,
  ports: PortLookup = () => undefined,
): Made {
  const part = levelOf(doc, level);
  const chosen = new Set(selection.blocks.filter((id) => blockOf(part, id)));
  if (!part || chosen.size === 0) return { doc, id: "" };
  const blocks = (part.blocks ?? []).filter((block) => chosen.has(block.id));
  const rest = { ...part, blocks: (part.blocks ?? []).filter((block) => !chosen.has(block.id)) };
  const added = addSubScheme(doc, name, {});
  const id = freshId(rest, added.name);
  // What the document itself declares is known even before anything was checked.
  const declared: PortSources = { doc, check: null, checked: null, blocks: new Map() };
  const border = borderOf(part, chosen, id, (end, side) => ports(end, side) ?? portAt(declared, level, end, side));
  const corner = cornerOf(part, chosen);
  const inner = drawnInside(part, blocks, border, corner);
  const paths = mapPaths(added.doc, level, (path) => (chosen.has(path[0] ?? "") ? [id, ...path] : path));
  const filledIn: SchemeDocument = { ...paths, schemes: { ...paths.schemes, [added.name]: inner } };
  const made = change(filledIn, level, (old) => {
    const left = withoutThings(old, selecting({ blocks: [...chosen] }));
    const block: BlockDocument = { id, type: PREFIX + added.name };
    const at = placeOfGroup(old, chosen);
    return withUi(
      { ...left, blocks: [...(left.blocks ?? []), block], wires: [...(left.wires ?? []), ...border.outside] },
      { ...left.ui, blocks: having(left.ui?.blocks, id, { position: [at.x, at.y] }) },
    );
  });
  return { doc: made, id };
}

/** Ports of a new sub-scheme, the wires inside it and those at its block. */
function borderOf(part: Part, chosen: ReadonlySet<string>, id: string, ports: PortLookup): Border {
  const inputs: Record<string, PortDocument> = {};
  const outputs: Record<string, PortDocument> = {};
  const inside: WireDocument[] = [];
  const outside: WireDocument[] = [];
  const inputOf = new Map<string, string>();
  const outputOf = new Map<string, string>();
  const letters = new Map<string, string>();
  for (const wire of part.wires ?? []) {
    const [from, to] = [portName(wire.from), portName(wire.to)];
    const [starts, ends] = [chosen.has(from.block), chosen.has(to.block)];
    if (starts && ends) inside.push(wire);
    else if (ends) {
      let port = inputOf.get(wire.from);
      if (port === undefined) {
        port = portFor(inputs, from.block ? to : from, to.block);
        inputs[port] = portLike(wire, ports, letters);
        inputOf.set(wire.from, port);
        outside.push({ from: wire.from, to: terminalText(id, port) });
      }
      inside.push({ from: port, to: wire.to });
    } else if (starts) {
      let port = outputOf.get(wire.from);
      if (port === undefined) {
        port = portFor(outputs, from, from.block);
        outputs[port] = portLike(wire, ports, letters);
        outputOf.set(wire.from, port);
        inside.push({ from: wire.from, to: port });
      }
      outside.push({ from: terminalText(id, port), to: wire.to });
    }
  }
  return { inputs, outputs, inside, outside };
}

/** A name for a port of the border: that of the signal, with that of its block if the name is taken. */
function portFor(taken: Record<string, PortDocument>, wanted: { port: string }, block: string): string {
  const names = new Set(Object.keys(taken));
  return names.has(wanted.port) ? freshName(`${block}_${wanted.port}`, names) : freshName(wanted.port, names);
}

/** What crosses the border along a wire. A unit that nobody knows stays open, as a variable. */
function portLike(wire: WireDocument, ports: PortLookup, letters: Map<string, string>): PortDocument {
  const [from, to] = [ports(wire.from, "from"), ports(wire.to, "to")];
  const isOpen = (port: PortInfo | undefined) => !port || port.unit === "any" || port.unit.includes("?");
  const known = isOpen(from) && !isOpen(to) ? to : (from ?? to);
  const letter = (variable: string) => {
    const found = letters.get(variable) ?? `?${"abcdefghijklmnopqrstuvwxyz"[letters.size] ?? `v${letters.size}`}`;
    letters.set(variable, found);
    return found;
  };
  if (!known) return { unit: letter(wire.from) };
  const unit = known.unit === "any" ? letter(wire.from) : known.unit.replace(/\?[\w.]+/g, letter);
  return barePort({ kind: known.kind, unit, shape: [...known.shape], description: known.description });
}

/** Smallest corner of the chosen blocks. */
function cornerOf(part: Part, chosen: ReadonlySet<string>): Point {
  const points = [...chosen].map((id) => positionOf(part, "blocks", id));
  return { x: Math.min(...points.map((p) => p.x)), y: Math.min(...points.map((p) => p.y)) };
}

/** Where the block of a new group goes: the middle of what it stands for. */
function placeOfGroup(part: Part, chosen: ReadonlySet<string>): Point {
  const points = [...chosen].map((id) => positionOf(part, "blocks", id));
  const middle = (values: number[]) => snap((Math.min(...values) + Math.max(...values)) / 2);
  return { x: middle(points.map((p) => p.x)), y: middle(points.map((p) => p.y)) };
}

/** The new sub-scheme: blocks as they stood, inputs on the left, outputs on the right. */
function drawnInside(part: Part, blocks: BlockDocument[], border: Border, corner: Point): SubScheme {
  const place = new Map<string, Point>();
  for (const { id } of blocks) {
    const { x, y } = positionOf(part, "blocks", id);
    place.set(id, { x: x - corner.x + MARGIN, y: y - corner.y });
  }
  const right = Math.max(...[...place.values()].map((p) => p.x)) + MARGIN + 60;
  const spread = (names: string[], x: number, near: (name: string) => string | undefined) => {
    let free = Number.NEGATIVE_INFINITY;
    const wanted = names
      .map((name) => ({ name, y: place.get(portName(near(name) ?? "").block)?.y ?? 0 }))
      .sort((a, b) => a.y - b.y);
    return Object.fromEntries(
      wanted.map(({ name, y }): [string, UiPlace] => {
        const at = Math.max(y, free);
        free = at + 60;
        return [name, { position: [x, at] }];
      }),
    );
  };
  const kept = new Set(border.inside.map(wireKey));
  const bends = Object.entries(part.ui?.wires ?? {})
    .filter(([key]) => kept.has(key))
    .map(([key, points]): [string, number[][]] => [
      key,
      points.map(([x, y]) => [(x ?? 0) - corner.x + MARGIN, (y ?? 0) - corner.y]),
    ]);
  const scheme: SubScheme = { inputs: border.inputs, outputs: border.outputs, blocks, wires: border.inside };
  const ui = {
    blocks: Object.fromEntries(
      blocks.map(({ id }): [string, UiPlace] => {
        const { x, y } = place.get(id) ?? { x: 0, y: 0 };
        return [id, { ...placeIn(part, "blocks", id), position: [x, y] }];
      }),
    ),
    inputs: spread(Object.keys(border.inputs), 0, (name) => border.inside.find((wire) => wire.from === name)?.to),
    outputs: spread(Object.keys(border.outputs), right, (name) => border.inside.find((wire) => wire.to === name)?.from),
    wires: Object.fromEntries(bends),
  };
  return withUi(bare(scheme), ui) as SubScheme;
}
