import type { BlockDocument, SchemeDocument, WireDocument } from "@/gen/documents";
import { blockOf, levelOf, own, type Part, portName, terminalText, wireKey, wireOf } from "./document";
import { dropConstantPaths } from "./edit-blocks";
import { change, keepWires, mapWires, without } from "./parts";

/** Lay a wire. One that ended at that input is replaced, and so is a constant there. */
export function connect(doc: SchemeDocument, level: string, from: string, to: string): SchemeDocument {
  const part = levelOf(doc, level);
  if (!part || !isEnd(part, from, "from") || !isEnd(part, to, "to") || wireOf(part, `${from} -> ${to}`)) return doc;
  const { block, port } = portName(to);
  const wired = change(doc, level, (pinned) => {
    const free = mapWires(pinned, (wire) => (wire.to === to ? undefined : wire));
    const wires: WireDocument[] = [...(free.wires ?? []), { from, to }];
    return { ...free, wires, ...(block ? { blocks: (free.blocks ?? []).map((b) => freed(b, block, port)) } : {}) };
  });
  return block ? dropConstantPaths(doc, wired, level, block, port) : wired;
}

function freed(block: BlockDocument, id: string, port: string): BlockDocument {
  if (block.id !== id || own(block.inputs, port) === undefined) return block;
  const { inputs, ...rest } = block;
  const left = without(inputs, port);
  return left ? { ...rest, inputs: left } : rest;
}

/** Whether a wire may have this end, as far as blocks and external ports go. */
function isEnd(part: Part, text: string, side: "from" | "to"): boolean {
  const { block, port } = portName(text);
  if (!port) return false;
  if (block) return blockOf(part, block) !== undefined;
  return own(side === "from" ? part.inputs : part.outputs, port) !== undefined;
}

/** Take a wire away. */
export const disconnect = (doc: SchemeDocument, level: string, key: string): SchemeDocument =>
  change(doc, level, (part) => keepWires(part, (wire) => wireKey(wire) !== key));

/** Move one end of a wire to another port; its bends go, since they led to the old one. */
export function rewire(
  doc: SchemeDocument,
  level: string,
  key: string,
  ends: { readonly from?: string; readonly to?: string },
): SchemeDocument {
  const part = levelOf(doc, level);
  const wire = part && wireOf(part, key);
  if (!part || !wire) return doc;
  const [from, to] = [ends.from ?? wire.from, ends.to ?? wire.to];
  if ((from === wire.from && to === wire.to) || !isEnd(part, from, "from") || !isEnd(part, to, "to")) return doc;
  return connect(disconnect(doc, level, key), level, from, to);
}

/** Put a block into a wire: what came along it goes into `input`, what comes out of `output` goes on. */
export function insertOnWire(
  doc: SchemeDocument,
  level: string,
  id: string,
  key: string,
  ports: { readonly input: string; readonly output: string },
): SchemeDocument {
  const part = levelOf(doc, level);
  const wire = part && wireOf(part, key);
  if (!part || !wire || !blockOf(part, id)) return doc;
  if (portName(wire.from).block === id || portName(wire.to).block === id) return doc;
  const first = connect(disconnect(doc, level, key), level, wire.from, terminalText(id, ports.input));
  return connect(first, level, terminalText(id, ports.output), wire.to);
}

/** Take away wires and constants of a block at ports that it no longer has. */
export function pruneWires(
  doc: SchemeDocument,
  level: string,
  id: string,
  ports: { readonly inputs: readonly string[]; readonly outputs: readonly string[] },
): SchemeDocument {
  const lost = (text: string, have: readonly string[]) => {
    const { block, port } = portName(text);
    return block === id && !have.includes(port);
  };
  return change(doc, level, (part) => {
    const kept = keepWires(part, (wire) => !lost(wire.from, ports.outputs) && !lost(wire.to, ports.inputs));
    const gone = Object.keys(blockOf(kept, id)?.inputs ?? {}).filter((name) => !ports.inputs.includes(name));
    if (gone.length === 0) return kept;
    const blocks = (kept.blocks ?? []).map((block) => gone.reduce((b, name) => freed(b, id, name), block));
    return { ...kept, blocks };
  });
}
