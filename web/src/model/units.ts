/** Exponents of metre, kilogram, second, ampere, kelvin. Angles count as plain numbers. */
export type Dimension = readonly [number, number, number, number, number];

/** A unit: its size in SI units and its dimension. */
export interface Unit {
  readonly factor: number;
  readonly dimension: Dimension;
}

export const PLAIN: Dimension = [0, 0, 0, 0, 0];

const base: Record<string, readonly [number, Dimension, string?]> = {
  m: [1, [1, 0, 0, 0, 0], "kcmµun"],
  g: [1e-3, [0, 1, 0, 0, 0], "kmµu"],
  t: [1e3, [0, 1, 0, 0, 0]],
  s: [1, [0, 0, 1, 0, 0], "mµun"],
  min: [60, [0, 0, 1, 0, 0]],
  h: [3600, [0, 0, 1, 0, 0]],
  A: [1, [0, 0, 0, 1, 0], "mµuk"],
  K: [1, [0, 0, 0, 0, 1]],
  rad: [1, PLAIN, "mµu"],
  deg: [Math.PI / 180, PLAIN],
  "°": [Math.PI / 180, PLAIN],
  rev: [2 * Math.PI, PLAIN],
  rpm: [Math.PI / 30, [0, 0, -1, 0, 0]],
  "%": [0.01, PLAIN],
  "1": [1, PLAIN],
  N: [1, [1, 1, -2, 0, 0], "mkM"],
  J: [1, [2, 1, -2, 0, 0], "mkM"],
  W: [1, [2, 1, -3, 0, 0], "mkM"],
  Pa: [1, [-1, 1, -2, 0, 0], "kMG"],
  Hz: [1, [0, 0, -1, 0, 0], "kM"],
  V: [1, [2, 1, -3, -1, 0], "mkµu"],
  Ω: [1, [2, 1, -3, -2, 0], "mkM"],
  ohm: [1, [2, 1, -3, -2, 0], "mkM"],
  H: [1, [2, 1, -2, -2, 0], "mµu"],
  F: [1, [-2, -1, 4, 2, 0], "mµunp"],
  Wb: [1, [2, 1, -2, -1, 0], "m"],
  T: [1, [0, 1, -2, -1, 0], "m"],
};

const prefixes: Record<string, number> = {
  p: 1e-12,
  n: 1e-9,
  u: 1e-6,
  µ: 1e-6,
  m: 1e-3,
  c: 1e-2,
  k: 1e3,
  M: 1e6,
  G: 1e9,
};

// biome-ignore format: a table
const russian: Record<string, string> = {
  м: "m", мм: "mm", см: "cm", км: "km", мкм: "µm", с: "s", мс: "ms", мкс: "µs", мин: "min", ч: "h", рад: "rad",
  мрад: "mrad", град: "deg", об: "rev", Н: "N", кН: "kN", мН: "mN", кг: "kg", г: "g", Гц: "Hz", кГц: "kHz",
  В: "V", мВ: "mV", А: "A", мА: "mA", Вт: "W", кВт: "kW", Дж: "J", Па: "Pa", кПа: "kPa", Ом: "ohm", Гн: "H",
  мГн: "mH", Ф: "F", К: "K", Тл: "T", Вб: "Wb",
};

const table = new Map<string, Unit>();
for (const [name, [factor, dimension, allowed]] of Object.entries(base)) {
  table.set(name, { factor, dimension });
  for (const prefix of allowed ?? "") {
    table.set(prefix + name, { factor: factor * (prefixes[prefix] ?? 1), dimension });
  }
}
for (const [name, same] of Object.entries(russian)) {
  const unit = table.get(same);
  if (unit) table.set(name, unit);
}

/** A unit by its written name, English or Russian, without powers: mm, kN, rad, мс. */
export const namedUnit = (name: string): Unit | undefined => table.get(name);

/** Whether two dimensions are the same. */
export const sameDimension = (a: Dimension, b: Dimension): boolean => a.every((power, i) => power === b[i]);

/** The dimension of a product `a * b ** power`. */
export const combined = (a: Dimension, b: Dimension, power: number): Dimension =>
  a.map((exponent, i) => exponent + power * (b[i] ?? 0)) as unknown as Dimension;
