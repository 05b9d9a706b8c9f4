import { OTHER_NAMES, UNITS } from "@/gen/units";

/** Exponents of metre, kilogram, second, ampere, kelvin. Angles count as plain numbers. */
export type Dimension = readonly [number, number, number, number, number];

/** A unit: its size in SI units and its dimension. */
export interface Unit {
  readonly factor: number;
  readonly dimension: Dimension;
}

export const PLAIN: Dimension = [0, 0, 0, 0, 0];

const BASE = ["m", "kg", "s", "A", "K"] as const;

const table = new Map<string, Unit>();
for (const [symbol, { factor, powers }] of Object.entries(UNITS))
  table.set(symbol, { factor, dimension: BASE.map((name) => powers[name] ?? 0) as unknown as Dimension });
for (const [name, symbol] of Object.entries(OTHER_NAMES)) {
  const unit = table.get(symbol);
  if (unit) table.set(name, unit);
}

/** A unit by its written name, English or Russian, without powers: mm, kN, rad, мс. */
export const namedUnit = (name: string): Unit | undefined => table.get(name);

/** Whether two dimensions are the same. */
export const sameDimension = (a: Dimension, b: Dimension): boolean => a.every((power, i) => power === b[i]);

/** The dimension of a product `a * b ** power`. */
export const combined = (a: Dimension, b: Dimension, power: number): Dimension =>
  a.map((exponent, i) => exponent + power * (b[i] ?? 0)) as unknown as Dimension;
