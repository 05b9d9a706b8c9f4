import type { SchemeDocument, WireDocument } from "@/gen/documents";
import type { FaultMessage, PortInfo } from "@/gen/messages";
import { blockOf, cleanName, freshId, levelOf, own, type Part, PREFIX, portName, type Selection, selecting, terminalText, wireKey, wireOf } from "./document"; // biome-ignore format: a list
import { addBlock, renameBlock, setConstant, setParameter } from "./edit-blocks";
import { setPort } from "./edit-ports";
import { connect, disconnect } from "./edit-wires";
import { type FaultPlace, placeOf } from "./faults";
import { converter, delayFix, type Fix, fitPorts } from "./fits";
import { connectThrough, holds, leadsBack, ownId, respellKey, respellType, rowsOf, setWireEnd, spotBefore, spotWithin } from "./fix-edits"; // biome-ignore format: a list
import { type PortSources, portAt, portsOf } from "./ports";
import { withoutUnused } from "./using-parts";

/** What a remedy does. */
export type Verb =
  | "rename"
  | "constant"
  | "off"
  | "delay"
  | "insert"
  | "shape"
  | "remove"
  | "unwire"
  | "unset"
  | "unit";

/** A remedy for a fault, as one edit. */
export interface QuickFix {
  readonly verb: Verb;
  /** What it is about: the right name, the type of block that is put in, the unit, what is taken away. */
  readonly name: string;
  /** What was called so until now, or where it is done. */
  readonly at: string;
  /** Size of signals that a block is applied to. */
  readonly shape?: readonly number[];
  /** The document with the remedy, and what to select on the fault's level; the same document if it no longer fits. */
  apply(doc: SchemeDocument): { readonly doc: SchemeDocument; readonly select: Selection };
}

const CONSTANT = "sources.constant";

interface Case {
  readonly fault: FaultMessage;
  readonly state: PortSources;
  readonly part: Part;
  readonly place: FaultPlace;
  /** A text among the values of the fault, or ''. */
  readonly text: (name: string) => string;
  /** The name that was probably meant, or ''. */
  readonly guess: string;
}

/**
 * Remedies for a fault, the likeliest first; none where there is no obvious one. They go by its code, its place and its
 * values; what it says to people, in whatever language, is not looked at.
 *
 * @param state The scheme as it was checked: faults name their places by numbers.
 */
export function fixesOf(fault: FaultMessage, state: PortSources): readonly QuickFix[] {
  const part = levelOf(state.doc, fault.level);
  const find = FINDERS[fault.code];
  if (!part || !find) return [];
  const text = (name: string) => {
    const value = own(fault.values, name);
    return typeof value === "string" ? value : "";
  };
  return find({ fault, state, part, place: placeOf(fault, state.doc), text, guess: text("suggestion") });
}

const FINDERS: Readonly<Record<string, (about: Case) => QuickFix[]>> = {
  "unknown-type": unknownType,
  "unknown-block": unknownEnd,
  "unknown-port": (about) => (about.place.what === "wire" ? unknownEnd(about) : unknownInput(about)),
  "unknown-parameter": unknownParameter,
  "missing-input": missingInput,
  "algebraic-loop": loop,
  "kind-mismatch": misfit,
  "shape-mismatch": misfit,
  "unit-mismatch": unitMisfit,
  "two-wires": twoWires,
  "duplicate-id": duplicateId,
  "bad-id": badId,
  "bad-unit": channelUnit,
  "unused-scheme": unused,
};

const blocks = (...ids: string[]): Selection => selecting({ blocks: ids });

function unknownType({ fault, part, place, text, guess }: Case): QuickFix[] {
  const type = blockOf(part, place.name)?.type;
  if (!guess || type === undefined) return [];
  const right = text("scheme") ? PREFIX + guess : guess; // sub-schemes go by their bare names
  const apply = (doc: SchemeDocument) => ({
    doc: respellType(doc, fault.level, place.name, right),
    select: blocks(place.name),
  });
  return [{ verb: "rename", name: right, at: type, apply }];
}

/** A wire from or to something that is not there: it is not even drawn. */
function unknownEnd({ fault, part, place, guess }: Case): QuickFix[] {
  const wire = place.what === "wire" ? wireOf(part, place.name) : undefined;
  const side = place.field;
  if (!wire || (side !== "from" && side !== "to")) return [];
  const { block, port } = portName(wire[side]);
  const right = fault.code === "unknown-block" ? terminalText(guess, port) : terminalText(block, guess);
  const apply = (doc: SchemeDocument) => {
    const made = setWireEnd(doc, fault.level, place.name, side, right);
    return { doc: made, select: selecting({ wires: [wireKey({ ...wire, [side]: right })] }) };
  };
  const found: QuickFix[] = guess ? [{ verb: "rename", name: right, at: wire[side], apply }] : [];
  return [...found, unwire(fault, place.name)];
}

function unwire({ level }: FaultMessage, key: string): QuickFix {
  return {
    verb: "unwire",
    name: key,
    at: key,
    apply: (doc) => ({ doc: disconnect(doc, level, key), select: selecting({}) }),
  };
}

/** A constant at an input that the block does not have. */
function unknownInput({ fault, place, text, guess }: Case): QuickFix[] {
  const input = text("port");
  const id = place.name;
  if (place.what !== "block" || !input) return [];
  const found: QuickFix[] = [];
  if (guess)
    found.push({
      verb: "rename",
      name: guess,
      at: terminalText(id, input),
      apply: (doc) => ({ doc: respellKey(doc, fault.level, id, "inputs", input, guess), select: blocks(id) }),
    });
  return [...found, unset(fault, id, input)];
}

const unset = ({ level }: FaultMessage, id: string, input: string): QuickFix => ({
  verb: "unset",
  name: input,
  at: terminalText(id, input),
  apply: (doc) => ({ doc: setConstant(doc, level, id, input, undefined), select: blocks(id) }),
});

function unknownParameter(about: Case): QuickFix[] {
  const { fault, part, place, text, guess } = about;
  const name = text("path") || text("parameter");
  const id = place.name;
  const block = blockOf(part, id);
  if (!block || !name) return [];
  const right = guess && respelt(about);
  const found: QuickFix[] = [];
  if (right && own(block.parameters, right) === undefined)
    found.push({
      verb: "rename",
      name: right,
      at: terminalText(id, name),
      apply: (doc) => ({ doc: respellKey(doc, fault.level, id, "parameters", name, right), select: blocks(id) }),
    });
  const apply = (doc: SchemeDocument) => ({
    doc: setParameter(doc, fault.level, id, name, undefined),
    select: blocks(id),
  });
  return [...found, { verb: "remove", name, at: terminalText(id, name), apply }];
}

/** The parameter by its right name; of a path ('pd.kq') the part is replaced that is unknown. */
function respelt({ text, guess }: Case): string {
  if (!text("path")) return guess;
  const parts = text("path").split(".");
  if (text("parameter")) return parts.with(-1, guess).join(".");
  if (!text("step")) return ""; // a path of one part: it names no block at all
  const at = text("inside") ? text("inside").split(".").length : 0;
  return parts.with(at, guess).join(".");
}

/** Nothing comes in: a constant does for numbers, a setting at the input for on and off. */
function missingInput({ fault, state, part, text }: Case): QuickFix[] {
  const { level } = fault;
  const target = text("port");
  const port = portAt(state, level, target, "to");
  if (!port) return [];
  const { block: id } = portName(target);
  if (port.kind === "boolean") {
    if (!id) return [];
    const apply = (doc: SchemeDocument) => ({
      doc: setConstant(doc, level, id, port.name, filledWith(false, port.shape)),
      select: blocks(id),
    });
    return [{ verb: "off", name: port.name, at: target, apply }];
  }
  const output = state.blocks.get(CONSTANT)?.outputs[0]?.name;
  if (output === undefined) return [];
  const row = id ? portsOf(state, level, id).inputs.findIndex(({ name }) => name === port.name) : 0;
  const apply = (doc: SchemeDocument) => {
    const made = addBlock(doc, level, CONSTANT, spotBefore(part, target, Math.max(0, row), rowsOf(state, level)), {
      parameters: { value: 0 },
      shape: [...port.shape],
    });
    return { doc: connect(made.doc, level, terminalText(made.id, output), target), select: blocks(made.id) };
  };
  return [{ verb: "constant", name: CONSTANT, at: target, apply }];
}

function filledWith(value: boolean, shape: readonly number[]): unknown {
  const [size, ...rest] = shape;
  return size === undefined ? value : Array.from({ length: size }, () => filledWith(value, rest));
}

/** A delay goes into a wire of the circle, best into one that leads back. */
function loop({ fault, state, part, place }: Case): QuickFix[] {
  const ports = own(fault.values, "ports");
  const circle = new Set(Array.isArray(ports) ? ports.map((port) => String(port).split(".").slice(-2).join(".")) : []);
  const wires = (part.wires ?? []).filter((wire) => wireKey(wire) === place.name || circle.has(wire.to));
  const fixed = wires.flatMap((wire) => {
    const from = portAt(state, fault.level, wire.from, "from");
    const fix = from && delayFix(from);
    return fix && portName(wire.to).block ? [{ wire, fix }] : [];
  });
  const [first] = fixed;
  const chosen = fixed.find(({ wire }) => leadsBack(part, wire)) ?? first;
  return chosen ? [through(state, fault.level, chosen.wire, chosen.fix, "delay")] : [];
}

function through(state: PortSources, level: string, wire: WireDocument, fix: Fix, verb: Verb): QuickFix {
  return {
    verb,
    name: fix.kind === "shape" ? portName(wire.to).block : fix.type,
    at: wire.to,
    ...(fix.kind === "shape" ? { shape: fix.shape } : {}),
    apply: (doc) => {
      const now = levelOf(doc, level);
      if (!now || !holds(now, wireKey(wire))) return { doc, select: selecting({}) };
      const made = connectThrough(doc, level, wire, fix, spotWithin(now, wire, rowsOf(state, level)));
      return { doc: made.doc, select: blocks(made.id) };
    },
  };
}

function endsOf({ fault, state, part, place }: Case): { wire: WireDocument; from: PortInfo; to: PortInfo } | undefined {
  const wire = place.what === "wire" ? wireOf(part, place.name) : undefined;
  const from = wire && portAt(state, fault.level, wire.from, "from");
  const to = wire && portAt(state, fault.level, wire.to, "to");
  return wire && from && to ? { wire, from, to } : undefined;
}

/** Ends of other kinds or sizes: the same block helps as while the wire is drawn. */
function misfit(about: Case): QuickFix[] {
  const ends = endsOf(about);
  if (!ends) return [];
  const { wire, from, to } = ends;
  const type = blockOf(about.part, portName(wire.to).block)?.type ?? "";
  const found = fitPorts(from, to, about.state.blocks.get(type)?.elementwise ?? false);
  if (found.ok || !found.fix) return [];
  return [through(about.state, about.fault.level, wire, found.fix, found.fix.kind)];
}

/** Units come from the fault: what wires give an open port is known to the check alone. */
function unitMisfit(about: Case): QuickFix[] {
  const { fault, state, text } = about;
  const ends = endsOf(about);
  if (own(fault.values, "factor") === undefined || !ends) return []; // different quantities: nothing converts them
  return [through(state, fault.level, ends.wire, converter(text("one"), text("two"), ends.to.shape), "insert")];
}

function twoWires({ fault, part, place }: Case): QuickFix[] {
  const wire = wireOf(part, place.name);
  if (!wire) return [];
  const { block, port } = portName(wire.to);
  if (own(fault.values, "other") === undefined) return [unset(fault, block, port)]; // no other wire: a constant
  // two wires of the same ends have one name: taking that away would take both
  const twins = (part.wires ?? []).filter((other) => wireKey(other) === place.name).length > 1;
  return twins ? [] : [unwire(fault, place.name)];
}

function duplicateId({ fault, part, place }: Case): QuickFix[] {
  const index = Number(fault.place.slice(fault.place.lastIndexOf("[") + 1, fault.place.lastIndexOf("]")));
  if (!part.blocks?.[index]) return [];
  const apply = (doc: SchemeDocument) => {
    const made = ownId(doc, fault.level, index);
    return { doc: made.doc, select: blocks(made.id) };
  };
  return [{ verb: "rename", name: freshId(part, place.name), at: place.name, apply }];
}

function badId({ fault, part, place }: Case): QuickFix[] {
  if (place.what !== "block" || place.field !== "id") return [];
  const right = freshId(part, cleanName(place.name));
  const apply = (doc: SchemeDocument) => ({
    doc: renameBlock(doc, fault.level, place.name, right),
    select: blocks(right),
  });
  return [{ verb: "rename", name: right, at: place.name, apply }];
}

/** An input in another unit than what feeds it in its world: what is there counts. */
function channelUnit({ fault, place, text }: Case): QuickFix[] {
  const unit = text("unit");
  if (!text("channel") || !unit || place.what !== "input") return [];
  const apply = (doc: SchemeDocument) => ({
    doc: setPort(doc, fault.level, "inputs", place.name, { unit }),
    select: selecting({ inputs: [place.name] }),
  });
  return [{ verb: "unit", name: unit, at: place.name, apply }];
}

/** A part or a sub-scheme that nothing uses. */
function unused({ place }: Case): QuickFix[] {
  if (place.what !== "scheme") return [];
  const apply = (doc: SchemeDocument) => ({ doc: withoutUnused(doc, place.name), select: selecting({}) });
  return [{ verb: "remove", name: place.name, at: place.name, apply }];
}
