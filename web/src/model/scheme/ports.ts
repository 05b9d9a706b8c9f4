import type { BlockDocument, PortDocument, SchemeDocument } from "@/gen/documents";
import type { BlockFacts, BlockInfo, CheckResult, PortInfo } from "@/gen/messages";
import { blockOf, innerOf, levelOf, own, portName } from "./document";
import { quantityOf } from "./unit-algebra";

/** What is needed to tell the ports of blocks. */
export interface PortSources {
  readonly doc: SchemeDocument;
  readonly check: CheckResult | null;
  /** The document that `check` is about. */
  readonly checked: SchemeDocument | null;
  readonly blocks: ReadonlyMap<string, BlockInfo>;
}

const NO_PORTS: BlockFacts = { inputs: [], outputs: [] };
const declared = new WeakMap<object, BlockFacts>();
const lifted = new WeakMap<BlockInfo, Map<string, BlockFacts>>();

/**
 * Ports of a block, at any time.
 *
 * From the last check if the block is still the one that was checked; else from a block of the same form; else, right
 * after placing, from its type. Sub-schemes have the ports that they declare. The same object as long as nothing changed.
 */
export function portsOf(state: PortSources, level: string, id: string): BlockFacts {
  const block = blockOf(levelOf(state.doc, level), id);
  if (!block) return NO_PORTS;
  const info = state.blocks.get(block.type);
  const facts = state.check?.levels[level]?.blocks;
  const part = state.checked && levelOf(state.checked, level);
  const checked = part ? blockOf(part, id) : undefined;
  const mine = own(facts, id);
  const inner = innerOf(state.doc, block);
  if (inner) {
    const before = checked && state.checked ? innerOf(state.checked, checked) : undefined;
    const fresh = before?.inputs === inner.inputs && before?.outputs === inner.outputs;
    return mine && fresh && checked?.type === block.type ? mine : declaredPorts(inner);
  }
  if (mine && checked && sameForm(block, checked, info)) return mine;
  const twin = facts && part?.blocks?.find((other) => own(facts, other.id) && sameForm(block, other, info));
  if (twin && facts?.[twin.id]) return openUnits(facts[twin.id] as BlockFacts, info);
  if (mine && checked?.type === block.type && sameList(checked.shape, block.shape)) return mine;
  return info ? typePorts(info, block.shape ?? []) : (mine ?? NO_PORTS);
}

/** External ports of a level as they are declared: the outside's inputs give signals, its outputs take them. */
export function externalPorts(state: Pick<PortSources, "doc">, level: string): BlockFacts {
  const part = levelOf(state.doc, level);
  return part ? declaredPorts(part) : NO_PORTS;
}

/** The port at an end of a wire. 'from' looks at outputs of blocks and external inputs. */
export function portAt(state: PortSources, level: string, terminal: string, side: "from" | "to"): PortInfo | undefined {
  const { block, port } = portName(terminal);
  const ports = block ? portsOf(state, level, block) : externalPorts(state, level);
  const list = (side === "from") === (block !== "") ? ports.outputs : ports.inputs;
  return list.find(({ name }) => name === port);
}

/** Whether a block has the form of another: type, shape and all parameters that decide on ports. */
function sameForm(a: BlockDocument, b: BlockDocument, info: BlockInfo | undefined): boolean {
  if (a === b) return true;
  if (a.type !== b.type || !sameList(a.shape, b.shape)) return false;
  if (a.parameters === b.parameters) return true;
  const names = info
    ? info.parameters.filter((p) => p.structural || p.kind === "array").map((p) => p.name)
    : [...new Set([...Object.keys(a.parameters ?? {}), ...Object.keys(b.parameters ?? {})])];
  return names.every((name) => JSON.stringify(own(a.parameters, name)) === JSON.stringify(own(b.parameters, name)));
}

const sameList = (a: readonly number[] = [], b: readonly number[] = []): boolean =>
  a.length === b.length && a.every((value, i) => value === b[i]);

const opened = new WeakMap<BlockFacts, BlockFacts>();

/** Ports of a block of the same form elsewhere: units that its wires gave it are not ours. */
function openUnits(facts: BlockFacts, info: BlockInfo | undefined): BlockFacts {
  const known = opened.get(facts);
  if (known) return known;
  const isVariable = (name: string, list: readonly PortInfo[] | undefined) =>
    list?.some((port) => (port.name === name || port.name === name.replace(/\d+$/, "1")) && /\?|any/.test(port.unit));
  const open = (ports: readonly PortInfo[], list: readonly PortInfo[] | undefined) =>
    ports.map((port): PortInfo => (isVariable(port.name, list) ? { ...port, unit: "any", quantity: "number" } : port));
  const made = { inputs: open(facts.inputs, info?.inputs), outputs: open(facts.outputs, info?.outputs) };
  opened.set(facts, made);
  return made;
}

function typePorts(info: BlockInfo, shape: readonly number[]): BlockFacts {
  const byShape = lifted.get(info) ?? new Map<string, BlockFacts>();
  lifted.set(info, byShape);
  const key = shape.join();
  const found = byShape.get(key);
  if (found) return found;
  const lift = (ports: PortInfo[]) => (shape.length ? ports.map((port) => ({ ...port, shape: [...shape] })) : ports);
  const made = { inputs: lift(info.inputs), outputs: lift(info.outputs) };
  byShape.set(key, made);
  return made;
}

type Declaring = { inputs?: Record<string, PortDocument>; outputs?: Record<string, PortDocument> };

/** Ports of a level as it declares them. */
export function declaredPorts(part: Declaring): BlockFacts {
  const found = declared.get(part);
  if (found) return found;
  const made = {
    inputs: Object.entries(part.inputs ?? {}).map(([name, port]) => declaredPort(name, port)),
    outputs: Object.entries(part.outputs ?? {}).map(([name, port]) => declaredPort(name, port)),
  };
  declared.set(part, made);
  return made;
}

/** A declared port in full. */
export function declaredPort(name: string, port: PortDocument): PortInfo {
  const kind = port.kind ?? "number";
  const unit = port.unit ?? "1";
  return {
    name,
    kind,
    unit,
    shape: port.shape ?? [],
    quantity: quantityOf(kind, unit),
    description: port.description ?? "",
    optional: false,
    default: null,
    through: false,
  };
}
