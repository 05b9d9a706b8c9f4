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
const GUESS = /Did you mean '([^']+)'\?/;
const LOOP = /algebraic loop: (.+?)\. An output/;
const MISSING = /^input '([^']+)'/;
const UNITS = /the units differ: (\S+) and (\S+)\. Insert/;
const CHANNEL_UNIT = / (?:is in (\S+)|has no unit), the scheme takes/;

interface Case {
  readonly fault: FaultMessage;
  readonly state: PortSources;
  readonly part: Part;
  readonly place: FaultPlace;
  /** The name that was probably meant, or ''. */
  readonly guess: string;
}

/**
 * Remedies for a fault, the likeliest first; none where there is no obvious one.
 *
 * @param state The scheme as it was checked: faults name their places by numbers.
 */
export function fixesOf(told: FaultMessage, state: PortSources): readonly QuickFix[] {
  // what is wrong is read from the English words, whatever the language of the page
  const fault = told.english ? { ...told, message: told.english } : told;
  const part = levelOf(state.doc, fault.level);
  const find = FINDERS[fault.code];
  if (!part || !find) return [];
  const guess = GUESS.exec(fault.message)?.[1] ?? "";
  return find({ fault, state, part, place: placeOf(fault, state.doc), guess });
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
};

const blocks = (...ids: string[]): Selection => selecting({ blocks: ids });

function unknownType({ fault, part, place, guess }: Case): QuickFix[] {
  const type = blockOf(part, place.name)?.type;
  if (!guess || type === undefined) return [];
  // of an unknown sub-scheme the message says the bare name
  const right = fault.message.includes("unknown sub-scheme") ? PREFIX + guess : guess;
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
function unknownInput({ fault, place, guess }: Case): QuickFix[] {
  const [, input = ""] = /^inputs\.(.+)$/.exec(place.field) ?? [];
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

function unknownParameter({ fault, part, place, guess }: Case): QuickFix[] {
  const [, name = ""] = /^parameters\.(.+)$/.exec(place.field) ?? [];
  const id = place.name;
  const block = blockOf(part, id);
  if (!block || !name) return [];
  const right = guess && respelt(fault.message, name, guess);
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

/** A path of a parameter ('pd.kq') with the part replaced that the message calls unknown. */
function respelt(message: string, path: string, guess: string): string {
  const parts = path.split(".");
  if (parts.length === 1) return message.includes("names no block") ? "" : guess;
  const [, step] = /there is no block '([^']+)'/.exec(message) ?? [];
  const at = step === undefined ? parts.length - 1 : parts.indexOf(step);
  return at < 0 ? "" : parts.with(at, guess).join(".");
}

/** Nothing comes in: a constant does for numbers, a setting at the input for on and off. */
function missingInput({ fault, state, part, place }: Case): QuickFix[] {
  const { level } = fault;
  const target = place.what === "output" ? place.name : (MISSING.exec(fault.message)?.[1] ?? "");
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
  const circle = new Set(
    (LOOP.exec(fault.message)?.[1] ?? "").split(" -> ").map((port) => port.split(".").slice(-2).join(".")),
  );
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

/** Units come from the message: what wires give an open port is known to the check alone. */
function unitMisfit(about: Case): QuickFix[] {
  const [, one, two] = UNITS.exec(about.fault.message) ?? [];
  const ends = endsOf(about);
  if (one === undefined || two === undefined || !ends) return [];
  return [through(about.state, about.fault.level, ends.wire, converter(one, two, ends.to.shape), "insert")];
}

function twoWires({ fault, part, place }: Case): QuickFix[] {
  const wire = wireOf(part, place.name);
  if (!wire) return [];
  const { block, port } = portName(wire.to);
  if (fault.message.includes("a wire and a constant")) return [unset(fault, block, port)];
  // two wires of the same ends have one name: taking that away would take both
  const twins = (part.wires ?? []).filter((other) => wireKey(other) === place.name).length > 1;
  return twins ? [] : [unwire(fault, place.name)];
}

function duplicateId({ fault, part, place }: Case): QuickFix[] {
  const index = Number(/blocks\[(\d+)\]\.id$/.exec(fault.place)?.[1] ?? Number.NaN);
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
function channelUnit({ fault, place }: Case): QuickFix[] {
  const match = CHANNEL_UNIT.exec(fault.message);
  if (!match || place.what !== "input") return [];
  const unit = match[1] ?? "1";
  const apply = (doc: SchemeDocument) => ({
    doc: setPort(doc, fault.level, "inputs", place.name, { unit }),
    select: selecting({ inputs: [place.name] }),
  });
  return [{ verb: "unit", name: unit, at: place.name, apply }];
}
