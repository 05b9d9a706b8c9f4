import type { PortInfo } from "@/gen/messages";
import { UNITS } from "@/gen/units";

/**
 * Units of signals as the scheme compiler reads them: products of symbols with exponents.
 *
 * Unlike units that people type, the radian is a base unit here and multiples such as 'mm' stay symbols of their own,
 * because mixing these up is the mistake worth catching. Keys are symbols, values exponents, never zero.
 */
export type SignalUnit = ReadonlyMap<string, number>;

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
  if (symbol.startsWith("?") || symbol.startsWith("'")) return new Map([[symbol, 1]]);
  const unit = Object.hasOwn(UNITS, symbol) ? UNITS[symbol] : undefined;
  if (!unit || unit.kind === "typed") return undefined;
  return unit.kind === "named" ? new Map(Object.entries(unit.powers)) : new Map([[symbol, 1]]);
}

/** A unit in base units, and the factor to them: 'mm' is 0.001 m. */
export function inBaseUnits(unit: SignalUnit): { readonly factor: number; readonly unit: SignalUnit } {
  let factor = 1;
  let base: SignalUnit = new Map();
  for (const [symbol, power] of unit) {
    const known = Object.hasOwn(UNITS, symbol) ? UNITS[symbol] : undefined;
    factor *= (known?.factor ?? 1) ** power;
    base = multiply(base, new Map(known ? Object.entries(known.powers) : [[symbol, 1]]), power);
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
