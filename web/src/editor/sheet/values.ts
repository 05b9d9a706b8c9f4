/** Values of parameters and constants as people read them, and as fields edit them. */

import type { ParameterInfo } from "@/gen/messages";
import type { Format } from "@/words";
import { shorten } from "../measure";

/** Numbers from here on mean "no limit". */
const NO_LIMIT = 1e12;

/** A value in a few characters: 0.25, [1 2 3], [2×3], on. */
export function valueText(value: unknown, format: Format): string {
  if (typeof value === "boolean") return value ? "✓" : "–";
  if (typeof value === "number")
    return Math.abs(value) >= NO_LIMIT ? (value > 0 ? "∞" : "−∞") : format.compact(value, 4);
  if (typeof value === "string") return shorten(value, 16);
  if (Array.isArray(value)) {
    const flat: unknown[] = value.flat();
    const text =
      value.length <= 4 && flat.length === value.length ? value.map((item) => valueText(item, format)).join(" ") : "";
    if (text && text.length <= 18) return `[${text}]`;
    return `[${shapeOf(value).join("×")}]`;
  }
  return "";
}

/** A unit that names parameters, such as V/{unit}, with their values in place of their names. */
export function filledUnit(
  unit: string,
  parameters: readonly ParameterInfo[],
  given: Readonly<Record<string, unknown>> = {},
): string {
  return unit.replace(/\{(\w+)\}/g, (all, name: string) => {
    const value = given[name] ?? parameters.find((one) => one.name === name)?.default;
    return typeof value === "string" ? value : all;
  });
}

/** Sizes of a nested list. */
export function shapeOf(value: unknown): number[] {
  if (!Array.isArray(value)) return [];
  return [value.length, ...shapeOf(value[0])];
}

/** A list of a shape filled with one number, keeping what an older one has at the same places. */
export function resized(shape: readonly number[], old: unknown, fill: number): unknown {
  const [count, ...rest] = shape;
  if (count === undefined) return typeof old === "number" ? old : fill;
  return Array.from({ length: count }, (_, index) => resized(rest, Array.isArray(old) ? old[index] : old, fill));
}

/** The same nested list with one number changed. */
export function replaced(value: unknown, path: readonly number[], number: number): unknown {
  const [head, ...rest] = path;
  if (head === undefined || !Array.isArray(value)) return number;
  return value.map((item: unknown, index) => (index === head ? replaced(item, rest, number) : item));
}

/** The number at a place of a nested list. */
export function entryAt(value: unknown, path: readonly number[]): number | null {
  let found: unknown = value;
  for (const index of path) found = Array.isArray(found) ? found[index] : found;
  return typeof found === "number" ? found : null;
}

/** Read sizes: '3', '2x3', '2 × 3', ''. Undefined if it is none. */
export function readShape(text: string): number[] | undefined {
  const plain = text.trim();
  if (!plain) return [];
  const sizes = plain.split(/\s*[x×х,; ]\s*/i).map(Number);
  return sizes.length <= 2 && sizes.every((size) => Number.isInteger(size) && size > 0 && size <= 1024)
    ? sizes
    : undefined;
}

/** Whether a parameter is numbers that may be left to a thing of the robot. */
export const isFigure = (info: ParameterInfo): boolean =>
  info.provided !== "" && (info.kind === "number" || info.kind === "array");

/** Names of things of the robot that stand in place of numbers; none where the numbers are written out. */
export function namesIn(info: ParameterInfo, value: unknown): readonly string[] | null {
  if (!isFigure(info)) return null;
  const names: readonly unknown[] = Array.isArray(value) ? value : [value];
  return names.length > 0 && names.every((name) => typeof name === "string") ? (names as readonly string[]) : null;
}

/** Names as a document holds them: one by itself, several as a list. */
export const namedValue = (names: readonly string[]): string | readonly string[] =>
  names.length === 1 ? (names[0] ?? "") : names;

/** Names as people write them: 'waist, neck'. */
export const readNames = (text: string): readonly string[] => {
  const names = text.split(",").flatMap((name) => name.trim() || []);
  return names.length > 0 ? names : [""];
};

const finite = (value: number | null | undefined): number | undefined =>
  value === null || value === undefined || Math.abs(value) >= NO_LIMIT ? undefined : value;

/** Whether a value stands for no limit at all. */
export const isUnlimited = (value: number | null): boolean => value !== null && finite(value) === undefined;

/** Limits a value must keep. */
export const limitsOf = (info: ParameterInfo): { low?: number; high?: number } => ({
  low: finite(info.low),
  high: finite(info.high),
});

/** Next of 1, 2, 5, 10, ... from a size on. */
function nice(size: number): number {
  const decade = 10 ** Math.floor(Math.log10(size));
  return decade * ([1, 2, 5, 10].find((step) => step * decade >= size * (1 - 1e-9)) ?? 10);
}

/** The range that a slider shows: the limits, or around twice the value where there are none. */
export function usualRange(info: ParameterInfo, given: number): readonly [number, number] {
  const value = finite(given) ?? 0;
  const { low, high } = limitsOf(info);
  const usual = typeof info.default === "number" && Math.abs(info.default) < NO_LIMIT ? Math.abs(info.default) : 0;
  const biggest = Math.max(Math.abs(value), usual);
  const size = biggest > 0 ? nice(2 * biggest) : 1;
  const from = low ?? (value < 0 || biggest === 0 ? -size : 0);
  const to = high ?? Math.max(size, from + size);
  return [Math.min(from, value), Math.max(to, value)];
}
