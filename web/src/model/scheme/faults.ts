import type { SchemeDocument } from "@/gen/documents";
import type { CheckResult, FaultMessage } from "@/gen/messages";
import { levelOf, type PlacedKind, type Selection, selecting, wireKey } from "./document";

/** A fault or a warning. */
export interface Problem {
  readonly fault: FaultMessage;
  readonly severity: "error" | "warning";
}

/** Where a fault is: what to select and show, and which field of it. */
export interface FaultPlace {
  readonly level: string;
  readonly what: "block" | "wire" | "input" | "output" | "note" | "scheme" | "step" | "level";
  /** Block id, wire key, port or sub-scheme name; '' if it is the level as a whole. */
  readonly name: string;
  /** Field inside it, such as 'parameters.kp', 'inputs.x', 'shape'; '' if it is the thing itself. */
  readonly field: string;
  /** What to select on that level; includes all blocks concerned. */
  readonly selection: Selection;
}

/** Where a fault is, in terms of the document that was checked. */
export function placeOf(fault: FaultMessage, doc: SchemeDocument): FaultPlace {
  const level = fault.level;
  const part = levelOf(doc, level);
  // what a part has brought stands in its own file: 'uses.law.blocks[0]', 'uses.law.schemes.inner.blocks[0]'
  const path = level ? fault.place.replace(/^(?:(?:schemes|uses)\.[^.]+\.)+/, "") : fault.place;
  const make = (
    what: FaultPlace["what"],
    name: string,
    field: string,
    chosen: Partial<Selection> = {},
  ): FaultPlace => ({
    level,
    what,
    name,
    field,
    selection: selecting({ blocks: fault.blocks, ...chosen }),
  });
  const [, list = "", digits = "", field = ""] = /^(blocks|wires|notes)\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
  const index = Number(digits);
  if (list === "wires") {
    const wire = part?.wires?.[index];
    if (wire) return make("wire", wireKey(wire), field, { wires: [wireKey(wire)] });
  }
  if (list === "blocks" || fault.block) {
    const id = fault.block || (part?.blocks?.[index]?.id ?? "");
    if (id) return make("block", id, field, { blocks: [...new Set([id, ...fault.blocks])] });
  }
  if (list === "notes") return make("note", digits, field, { notes: [index] });
  const [, side = "", port = "", rest = ""] = /^(inputs|outputs)\.([^.]+)\.?(.*)$/.exec(path) ?? [];
  if (side === "inputs") return make("input", port, rest, { inputs: [port] });
  if (side === "outputs") return make("output", port, rest, { outputs: [port] });
  if (path === "step") return make("step", "", "");
  const scheme = /^(?:schemes|uses)\.([^.]+)/.exec(path)?.[1];
  if (scheme) return make("scheme", scheme, "");
  return make("level", "", "");
}

/** Faults by what they are about. */
export class FaultIndex {
  private readonly table = new Map<string, Problem[]>();
  readonly errors: number;
  readonly warnings: number;

  constructor(check: Pick<CheckResult, "faults" | "warnings"> | null, doc: SchemeDocument) {
    this.errors = check?.faults.length ?? 0;
    this.warnings = check?.warnings.length ?? 0;
    for (const fault of check?.faults ?? []) this.add({ fault, severity: "error" }, doc);
    for (const fault of check?.warnings ?? []) this.add({ fault, severity: "warning" }, doc);
  }

  private add(problem: Problem, doc: SchemeDocument): void {
    const { level, selection } = placeOf(problem.fault, doc);
    const keys = [`level ${level}`];
    for (const id of selection.blocks) keys.push(`blocks ${level} ${id}`);
    for (const key of selection.wires) keys.push(`wires ${level} ${key}`);
    for (const name of selection.inputs) keys.push(`inputs ${level} ${name}`);
    for (const name of selection.outputs) keys.push(`outputs ${level} ${name}`);
    for (const index of selection.notes) keys.push(`notes ${level} ${index}`);
    for (const key of keys) {
      const list = this.table.get(key);
      if (list) list.push(problem);
      else this.table.set(key, [problem]);
    }
  }

  /** Problems of one thing; the same list as long as the index is the same. */
  at(level: string, kind: PlacedKind | "wires", key: string | number): readonly Problem[] {
    return this.table.get(`${kind} ${level} ${key}`) ?? NONE;
  }

  /** Problems of a whole level. */
  onLevel(level: string): readonly Problem[] {
    return this.table.get(`level ${level}`) ?? NONE;
  }

  /** The worst there is about a thing. */
  severity(level: string, kind: PlacedKind | "wires", key: string | number): "error" | "warning" | undefined {
    const list = this.at(level, kind, key);
    if (list.length === 0) return undefined;
    return list.some((problem) => problem.severity === "error") ? "error" : "warning";
  }
}

const NONE: readonly Problem[] = [];
