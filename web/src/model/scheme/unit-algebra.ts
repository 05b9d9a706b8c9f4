import type { PortInfo } from "@/gen/messages";

/**
 * Units of signals as the scheme compiler reads them: products of symbols with exponents.
 *
 * Unlike units that people type, the radian is a base unit here and multiples such as 'mm' stay symbols of their own,
 * because mixing these up is the mistake worth catching. Keys are symbols, values exponents, never zero.
 */
export type SignalUnit = ReadonlyMap<string, number>;

const BASE = new Set(["A", "K", "kg", "m", "rad", "s"]);
const NAMED: Record<string, Record<string, number>> = {
  N: { kg: 1, m: 1, s: -2 },
  J: { kg: 1, m: 2, s: -2 },
  W: { kg: 1, m: 2, s: -3 },
  Pa: { kg: 1, m: -1, s: -2 },
  V: { kg: 1, m: 2, s: -3, A: -1 },
  Ohm: { kg: 1, m: 2, s: -3, A: -2 },
  H: { kg: 1, m: 2, s: -2, A: -2 },
  F: { kg: -1, m: -2, s: 4, A: 2 },
  C: { A: 1, s: 1 },
  Hz: { s: -1 },
};
/** Multiples: factor, and the unit they are a multiple of. */
const SCALED: Record<string, readonly [number, string]> = {
  deg: [Math.PI / 180, "rad"],
  rev: [2 * Math.PI, "rad"],
  rpm: [Math.PI / 30, "rad/s"],
  mm: [1e-3, "m"],
  cm: [1e-2, "m"],
  km: [1e3, "m"],
  g: [1e-3, "kg"],
  ms: [1e-3, "s"],
  us: [1e-6, "s"],
  min: [60, "s"],
  h: [3600, "s"],
  mV: [1e-3, "V"],
  mA: [1e-3, "A"],
  kN: [1e3, "N"],
  kW: [1e3, "W"],
  kHz: [1e3, "Hz"],
  kPa: [1e3, "Pa"],
  MPa: [1e6, "Pa"],
  bar: [1e5, "Pa"],
  "%": [1e-2, "1"],
};
const TOKEN = /\s*(?:(['?]?[A-Za-z%][A-Za-z0-9_.]*)|(\d+(?:\/\d+)?)|([*/^()·-]))/y;

/** Left * right ** power. */
export function multiply(left: SignalUnit, right: SignalUnit, power = 1): SignalUnit {
  const product = new Map(left);
  for (const [symbol, exponent] of right) {
    const sum = (product.get(symbol) ?? 0) + exponent * power;
    // Exponents are small fractions: what is left of a third by rounding is nothing.
    if (Math.abs(sum) < 1e-9) product.delete(symbol);
    else product.set(symbol, sum);
  }
  return product;
}

/** Whether two units are the same. */
export const sameUnit = (a: SignalUnit, b: SignalUnit): boolean => multiply(a, b, -1).size === 0;

/** Whether a unit holds a variable, and so follows from the wires. */
export const isOpen = (unit: SignalUnit): boolean =>
  [...unit.keys()].some((s) => s.startsWith("?") || s.startsWith("'"));

const read = new Map<string, SignalUnit | undefined>();

/** Read a unit such as 'V*s/rad', '?a*s', '(?a*?b)^1/2' or 'any'; undefined if it is none. */
export function parseUnit(text: string): SignalUnit | undefined {
  if (read.has(text)) return read.get(text);
  const unit = parse(text);
  if (read.size > 2000) read.clear();
  read.set(text, unit);
  return unit;
}

function parse(text: string): SignalUnit | undefined {
  const plain = text.trim();
  if (plain === "any") return new Map([["?", 1]]);
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < plain.length) {
    const match = TOKEN.exec(plain);
    if (!match) return undefined;
    tokens.push(match[1] ?? match[2] ?? match[3] ?? "");
  }
  const reader = new Reader(tokens);
  const unit = reader.product();
  return unit && reader.atEnd ? unit : undefined;
}

class Reader {
  private at = 0;

  constructor(private readonly tokens: readonly string[]) {}

  get atEnd(): boolean {
    return this.at === this.tokens.length;
  }

  product(): SignalUnit | undefined {
    let unit = this.factor();
    for (let sign = this.tokens[this.at]; unit && sign && "*/·".includes(sign); sign = this.tokens[this.at]) {
      this.at += 1;
      const right = this.factor();
      unit = right && multiply(unit, right, sign === "/" ? -1 : 1);
    }
    return unit;
  }

  private factor(): SignalUnit | undefined {
    const token = this.tokens[this.at++];
    let unit: SignalUnit | undefined;
    if (token === "(") {
      unit = this.product();
      if (this.tokens[this.at++] !== ")") return undefined;
    } else unit = token === undefined ? undefined : symbolUnit(token);
    if (!unit || this.tokens[this.at] !== "^") return unit;
    this.at += 1;
    const negative = this.tokens[this.at] === "-";
    if (negative) this.at += 1;
    const [top, bottom = "1"] = (this.tokens[this.at++] ?? "").split("/");
    const power = Number(top || Number.NaN) / Number(bottom);
    return Number.isFinite(power) ? multiply(new Map(), unit, negative ? -power : power) : undefined;
  }
}

function symbolUnit(symbol: string): SignalUnit | undefined {
  if (symbol === "1") return new Map();
  if (symbol.startsWith("?") || symbol.startsWith("'") || BASE.has(symbol) || Object.hasOwn(SCALED, symbol)) {
    return new Map([[symbol, 1]]);
  }
  return Object.hasOwn(NAMED, symbol) ? new Map(Object.entries(NAMED[symbol] ?? {})) : undefined;
}

/** A unit in base units, and the factor to them: 'mm' is 0.001 m. */
export function inBaseUnits(unit: SignalUnit): { readonly factor: number; readonly unit: SignalUnit } {
  let factor = 1;
  let base: SignalUnit = new Map();
  for (const [symbol, power] of unit) {
    const [scale, of] = (Object.hasOwn(SCALED, symbol) && SCALED[symbol]) || [1, ""];
    factor *= scale ** power;
    base = multiply(base, (of && parseUnit(of)) || new Map([[symbol, 1]]), power);
  }
  return { factor, unit: base };
}

/** What a signal measures, which decides the colour of its port. */
export function quantityOf(kind: PortInfo["kind"], text: string): PortInfo["quantity"] {
  if (kind === "boolean") return "logic";
  const unit = parseUnit(text);
  if (!unit || isOpen(unit)) return "number";
  const has = inBaseUnits(unit).unit;
  if (has.has("A")) return "electric";
  const perSecond = has.get("s") ?? 0;
  if (has.has("kg")) return perSecond <= -2 ? "force" : "number";
  if (perSecond < 0) return "rate";
  if (has.size !== 1) return "number";
  return has.has("m") ? "length" : has.has("rad") ? "angle" : "number";
}
