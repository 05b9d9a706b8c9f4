import type { PortInfo } from "@/gen/messages";
import { inBaseUnits, isOpen, parseUnit, sameUnit } from "./unit-algebra";

export { type Loop, type Through, throughOf, wouldLoop } from "./loops";

/** What makes two ports fit: a block put into the wire, or the target's block applied to every entry. */
export type Fix =
  | {
      readonly kind: "insert";
      /** Type of the block. */
      readonly type: string;
      /** Parameters and shape it needs for that. */
      readonly parameters?: Record<string, unknown>;
      readonly shape?: readonly number[];
      /** Ports of it that the wire goes through. */
      readonly input: string;
      readonly output: string;
    }
  | { readonly kind: "shape"; readonly shape: readonly number[] };

/** Why two ports do not fit: a code and what words about it need. */
export type Reason =
  | { readonly code: "kind"; readonly from: PortInfo; readonly to: PortInfo }
  | { readonly code: "shape"; readonly from: PortInfo; readonly to: PortInfo }
  /** Same quantity in another unit; the factor turns one into the other. */
  | { readonly code: "scale"; readonly from: PortInfo; readonly to: PortInfo; readonly factor: number }
  | { readonly code: "unit"; readonly from: PortInfo; readonly to: PortInfo };

/** Whether two ports fit, and what can be done if not. */
export type Fit = { readonly ok: true } | { readonly ok: false; readonly reason: Reason; readonly fix?: Fix };

const OK: Fit = { ok: true };

// The linter takes a call of `fit` for a test that is left focused, so the code itself calls it by the longer name.
export { fitPorts as fit };

/**
 * Whether a wire may lead from an output to an input, as far as kind, shape and unit go.
 *
 * @param elementwise Whether the block of the input can be applied to every entry of a vector (`BlockInfo.elementwise`).
 */
export function fitPorts(from: PortInfo, to: PortInfo, elementwise = false): Fit {
  const shapes = shapesConnect(from.shape, to.shape);
  if (from.kind !== to.kind) return { ok: false, reason: { code: "kind", from, to }, fix: kindFix(from, to, shapes) };
  if (!shapes) return { ok: false, reason: { code: "shape", from, to }, fix: shapeFix(from, to, elementwise) };
  return from.kind === "boolean" ? OK : unitFit(from, to);
}

export const sameShape = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((size, i) => size === b[i]);

/** A scalar and a vector of length 1 are one number. */
const shapesConnect = (a: readonly number[], b: readonly number[]): boolean =>
  sameShape(a, b) || [a, b].every((shape) => shape.length === 0 || sameShape(shape, [1]));

function insert(
  type: string,
  input: string,
  output: string,
  shape: readonly number[],
  parameters?: Record<string, unknown>,
): Fix {
  return {
    kind: "insert",
    type,
    input,
    output,
    ...(shape.length ? { shape } : {}),
    ...(parameters ? { parameters } : {}),
  };
}

function kindFix(from: PortInfo, to: PortInfo, shapes: boolean): Fix | undefined {
  if (from.kind === "number") return shapes ? insert("logic.to_boolean", "x", "y", to.shape) : undefined;
  const [size] = to.shape;
  // One condition for a whole vector: the block takes the size as a parameter.
  if (from.shape.length === 0 && to.shape.length === 1)
    return insert("vector.switch", "condition", "y", [], { n: size });
  if (!shapes) return undefined;
  const unit = parseUnit(to.unit);
  const plain = !unit || isOpen(unit) || unit.size === 0;
  // On or off becomes 1 or 0; for anything with a unit one of two values has to be chosen instead.
  return plain ? insert("logic.to_number", "x", "y", to.shape) : insert("logic.switch", "condition", "y", to.shape);
}

function shapeFix(from: PortInfo, to: PortInfo, elementwise: boolean): Fix | undefined {
  if (to.shape.length === 0 && elementwise) return { kind: "shape", shape: from.shape };
  if (from.kind === "boolean") return undefined;
  const [given] = from.shape;
  const [taken] = to.shape;
  if (from.shape.length === 0 && to.shape.length === 1) return insert("vector.mux", "x1", "y", [], { n: taken });
  if (from.shape.length === 1 && to.shape.length === 0) return insert("vector.select", "x", "y", [], { n: given });
  return undefined;
}

function unitFit(from: PortInfo, to: PortInfo): Fit {
  const [a, b] = [parseUnit(from.unit), parseUnit(to.unit)];
  if (!a || !b || isOpen(a) || isOpen(b) || sameUnit(a, b)) return OK;
  const [one, two] = [inBaseUnits(a), inBaseUnits(b)];
  if (!sameUnit(one.unit, two.unit)) return { ok: false, reason: { code: "unit", from, to } };
  const reason: Reason = { code: "scale", from, to, factor: one.factor / two.factor };
  return { ok: false, reason, fix: converter(from.unit, to.unit, to.shape) };
}

/** The block that turns a unit into another of the same quantity. */
export function converter(from: string, to: string, shape: readonly number[]): Fix {
  if (from === "deg" && to === "rad") return insert("trigonometry.to_radians", "x", "y", shape);
  if (from === "rad" && to === "deg") return insert("trigonometry.to_degrees", "x", "y", shape);
  return insert("arithmetic.convert_unit", "x", "y", shape, { from_unit: from, to_unit: to });
}

/** The block that breaks a loop in a wire from this port; signals that are on or off have none. */
export const delayFix = (from: PortInfo): Fix | undefined =>
  from.kind === "number" ? insert("digital.unit_delay", "x", "y", from.shape) : undefined;

/** An end of a wire that is being drawn. */
export interface WireEnd {
  /** 'block.port', or the bare name of an external port. */
  readonly terminal: string;
  /** Whether signals come out of it: an output of a block, or an external input. */
  readonly source: boolean;
  readonly port: PortInfo;
}

/** Why a wire between two ends is refused, beyond what `fitPorts` says. */
export type Refusal = { readonly code: "two-sources" } | { readonly code: "two-targets" };

/** Order two ends of a wire that may have been drawn backwards; refused if both give or both take. */
export function ordered(
  a: WireEnd,
  b: WireEnd,
):
  | { readonly ok: true; readonly from: WireEnd; readonly to: WireEnd }
  | { readonly ok: false; readonly reason: Refusal } {
  if (a.source && b.source) return { ok: false, reason: { code: "two-sources" } };
  if (!a.source && !b.source) return { ok: false, reason: { code: "two-targets" } };
  return a.source ? { ok: true, from: a, to: b } : { ok: true, from: b, to: a };
}

/** Ports of a block that a wire between `from` and `to` can be led through, best fit first; undefined if none do. */
export function insertable(
  ports: { readonly inputs: readonly PortInfo[]; readonly outputs: readonly PortInfo[] },
  from: PortInfo,
  to: PortInfo,
): { readonly input: string; readonly output: string } | undefined {
  const input = ports.inputs.find((port) => fitPorts(from, port).ok);
  const output = ports.outputs.find((port) => fitPorts(port, to).ok);
  return input && output ? { input: input.name, output: output.name } : undefined;
}
