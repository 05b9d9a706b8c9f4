import type { BlockDocument } from "@/gen/documents";
import type { BlockInfo, ParameterInfo } from "@/gen/messages";
import { own } from "./document";

/** A number as people read it: four figures, no tail of zeros. The caller sets the decimal sign. */
export function shortNumber(value: number, figures = 4): string {
  if (Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  if (value === 0) return "0";
  const size = Math.abs(value);
  const text =
    size >= 1e6 || size < 1e-4
      ? value
          .toExponential(Math.max(0, figures - 2))
          .replace(/\.?0+e/, "e")
          .replace("e+", "e")
      : trimmed(value.toPrecision(figures));
  return text.replace("-", "−");
}

/** Plain digits without zeros at the end; whole numbers keep all theirs. */
function trimmed(text: string): string {
  const plain = text.includes("e") ? String(Number(text)) : text;
  return plain.includes(".") ? plain.replace(/\.?0+$/, "") : plain;
}

/** A value of a parameter in a few letters: 4.5, [1 2 3], [3×3], on. */
export function shortValue(
  value: unknown,
  words: { readonly on: string; readonly off: string } = { on: "on", off: "off" },
): string {
  if (typeof value === "number") return shortNumber(value);
  if (typeof value === "boolean") return value ? words.on : words.off;
  if (typeof value === "string") return value.length > 14 ? `${value.slice(0, 13)}…` : value;
  if (!Array.isArray(value)) return "";
  const rows = value.filter((row): row is unknown[] => Array.isArray(row));
  if (rows.length > 0) return `[${value.length}×${rows[0]?.length ?? 0}]`;
  if (value.length > 3) return `[${value.length}]`;
  return `[${value.map((item) => shortValue(item, words)).join(" ")}]`;
}

/** A parameter as the body of a block shows it. */
export interface KeyParameter {
  readonly name: string;
  readonly value: unknown;
  /** Whether the document sets it; else it is at its default. */
  readonly set: boolean;
  /** Whether it has to be set and is not. */
  readonly missing: boolean;
}

/** The parameters that tell most about a block: those that have to be set, those that are, then the first ones. */
export function keyParameters(block: BlockDocument, info: BlockInfo | undefined, most = 2): KeyParameter[] {
  if (!info)
    return Object.entries(block.parameters ?? {})
      .slice(0, most)
      .map(([name, value]) => ({ name, value, set: true, missing: false }));
  const worth = (p: ParameterInfo) =>
    (p.required ? 4 : 0) + (own(block.parameters, p.name) !== undefined ? 2 : 0) + (p.kind === "number" ? 1 : 0);
  const place = new Map(info.parameters.map((p, i) => [p, i]));
  return [...info.parameters]
    .sort((a, b) => worth(b) - worth(a) || (place.get(a) ?? 0) - (place.get(b) ?? 0))
    .slice(0, most)
    .sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0))
    .map((p) => {
      const given = own(block.parameters, p.name);
      const missing = given === undefined && p.required;
      return { name: p.name, value: given ?? p.default, set: given !== undefined, missing };
    });
}

/** A live value as its pill shows it: a number, or the length of a vector with its size. */
export type Pill =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "logic"; readonly value: boolean }
  /** Entries of one unit have a length that means something. */
  | { readonly kind: "norm"; readonly value: number; readonly size: number }
  | { readonly kind: "none" };

/** What to show of the newest values of a signal. */
export function pillOf(values: ArrayLike<number> | undefined, kind: "number" | "boolean"): Pill {
  const first = values?.[0];
  if (!values || first === undefined) return { kind: "none" };
  if (kind === "boolean") return { kind: "logic", value: first !== 0 };
  if (values.length === 1) return { kind: "number", value: first };
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += (values[i] ?? 0) ** 2;
  return { kind: "norm", value: Math.sqrt(sum), size: values.length };
}
