import { SHOWN_AS } from "@/gen/units";
import { combined, type Dimension, namedUnit, PLAIN, sameDimension, type Unit } from "./units";

/** Why a text is no value: the caller has the words. */
export type QuantityProblem =
  | { readonly kind: "empty" }
  | { readonly kind: "syntax" }
  | { readonly kind: "unknown"; readonly name: string }
  | { readonly kind: "unit"; readonly given: string };

/** What a text says: a value in SI units, or why not. */
export type QuantityResult =
  | { readonly ok: true; readonly value: number }
  | { readonly ok: false; readonly problem: QuantityProblem };

class Refusal extends Error {
  constructor(readonly problem: QuantityProblem) {
    super(problem.kind);
  }
}

const SUPERSCRIPTS: Record<string, string> = { "²": "^2", "³": "^3", "⁻¹": "^-1", "⁻²": "^-2" };
const TOKEN = /\s*(?:((?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)|([A-Za-zА-Яа-яµΩπ]+|[°%])|([-+*/^()]))/y;

interface Token {
  readonly kind: "number" | "name" | "sign";
  readonly text: string;
}

function tokens(text: string): Token[] {
  let plain = text.replace(/[−–]/g, "-").replace(/[·×⋅]/g, "*").replace(/,/g, ".").replaceAll("μ", "µ");
  for (const [written, power] of Object.entries(SUPERSCRIPTS).reverse()) plain = plain.replaceAll(written, power);
  plain = plain.replaceAll("**", "^").trim();
  const found: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < plain.length) {
    const match = TOKEN.exec(plain);
    if (!match) throw new Refusal({ kind: "syntax" });
    const [, number, name, sign] = match;
    if (number !== undefined) found.push({ kind: "number", text: number });
    else if (name !== undefined) found.push({ kind: "name", text: name });
    else if (sign !== undefined) found.push({ kind: "sign", text: sign });
  }
  return found;
}

interface Term {
  value: number;
  dimension: Dimension;
  /** Whether a unit was written: a bare number takes the unit of its field. */
  unit: boolean;
}

/** Sums of products of numbers and units, by recursive descent. */
class Reader {
  private at = 0;
  /** Whether pi was written: an angle in parts of pi is in radians whatever the field shows. */
  pi = false;

  constructor(private readonly list: Token[]) {}

  all(): Term {
    const result = this.sum();
    if (this.at < this.list.length) throw new Refusal({ kind: "syntax" });
    return result;
  }

  private sign(...texts: string[]): string | undefined {
    const token = this.list[this.at];
    if (token?.kind !== "sign" || !texts.includes(token.text)) return undefined;
    this.at += 1;
    return token.text;
  }

  private sum(): Term {
    let left = this.product();
    for (let sign = this.sign("+", "-"); sign; sign = this.sign("+", "-")) {
      const right = this.product();
      if (left.unit !== right.unit || !sameDimension(left.dimension, right.dimension)) {
        throw new Refusal({ kind: "syntax" });
      }
      left = { ...left, value: sign === "+" ? left.value + right.value : left.value - right.value };
    }
    return left;
  }

  private product(): Term {
    let left = this.signed();
    for (;;) {
      const sign = this.sign("*", "/");
      const next = this.list[this.at];
      // Side by side means times: 2 pi, 120 mm, 3 (1 + 2).
      const beside = next && (next.kind !== "sign" || next.text === "(");
      if (!sign && !beside) return left;
      const right = sign ? this.signed() : this.power();
      const up = sign === "/" ? -1 : 1;
      left = {
        value: up > 0 ? left.value * right.value : left.value / right.value,
        dimension: combined(left.dimension, right.dimension, up),
        unit: left.unit || right.unit,
      };
    }
  }

  private signed(): Term {
    const sign = this.sign("-", "+");
    if (!sign) return this.power();
    const term = this.signed();
    return sign === "-" ? { ...term, value: -term.value } : term;
  }

  private power(): Term {
    const root = this.atom();
    if (!this.sign("^")) return root;
    const exponent = this.signed();
    if (exponent.unit) throw new Refusal({ kind: "syntax" });
    return {
      value: root.value ** exponent.value,
      dimension: combined(PLAIN, root.dimension, exponent.value),
      unit: root.unit,
    };
  }

  private atom(): Term {
    const token = this.list[this.at];
    this.at += 1;
    if (token?.kind === "number") return { value: Number(token.text), dimension: PLAIN, unit: false };
    if (token?.kind === "name") return this.name(token.text);
    if (token?.text === "(") {
      const inner = this.sum();
      if (!this.sign(")")) throw new Refusal({ kind: "syntax" });
      return inner;
    }
    throw new Refusal({ kind: "syntax" });
  }

  private name(name: string): Term {
    if (/^(pi|π|пи)$/i.test(name)) {
      this.pi = true;
      return { value: Math.PI, dimension: PLAIN, unit: false };
    }
    if (name === "sqrt") {
      const inner = this.atom();
      return { value: Math.sqrt(inner.value), dimension: combined(PLAIN, inner.dimension, 0.5), unit: inner.unit };
    }
    const unit = namedUnit(name);
    if (!unit) throw new Refusal({ kind: "unknown", name });
    return { value: unit.factor, dimension: unit.dimension, unit: true };
  }
}

/** A written unit, powers and products included: N·m·s/rad, kg·m². Unknown units are undefined. */
export function readUnit(text: string): Unit | undefined {
  if (text === "" || text === "1") return { factor: 1, dimension: PLAIN };
  try {
    const term = new Reader(tokens(text)).all();
    return { factor: term.value, dimension: term.dimension };
  } catch (refusal) {
    if (refusal instanceof Refusal) return undefined;
    throw refusal;
  }
}

/**
 * Reads a value written by a person: `120 mm`, `pi/4`, `2*(1 + 3) cm`, `0,5`.
 *
 * A bare number is in the unit the field shows; with pi in it, an angle is in radians. A unit that is not known to
 * the table (a count, a name of someone's own) takes bare numbers only.
 */
export function readQuantity(text: string, unit = "1", shown = unit): QuantityResult {
  if (!text.trim()) return { ok: false, problem: { kind: "empty" } };
  try {
    const reader = new Reader(tokens(text));
    const term = reader.all();
    const wanted = readUnit(unit) ?? { factor: 1, dimension: PLAIN };
    const value = term.unit
      ? term.value / wanted.factor
      : term.value * (reader.pi && hasAngle(shown) ? 1 : shownFactor(unit, shown));
    if (term.unit && !sameDimension(term.dimension, wanted.dimension)) {
      return { ok: false, problem: { kind: "unit", given: text.trim() } };
    }
    return Number.isFinite(value) ? { ok: true, value } : { ok: false, problem: { kind: "syntax" } };
  } catch (refusal) {
    if (refusal instanceof Refusal) return { ok: false, problem: refusal.problem };
    throw refusal;
  }
}

const hasAngle = (unit: string): boolean => /(deg|°|rad)/.test(unit);

/** How many of `unit` one of `shown` is: `shownFactor("m", "mm")` is 0.001. Unknown or unlike units give 1. */
export function shownFactor(unit: string, shown: string): number {
  if (unit === shown) return 1;
  const [from, to] = [readUnit(shown), readUnit(unit)];
  return from && to && sameDimension(from.dimension, to.dimension) ? from.factor / to.factor : 1;
}

/** The unit that people see in place of one, and how many of it one is: degrees for radians. */
export function shownUnit(unit: string): { shown: string; scale: number } {
  const shown = (Object.hasOwn(SHOWN_AS, unit) && SHOWN_AS[unit]) || unit;
  return { shown, scale: 1 / shownFactor(unit, shown) };
}

/** A value in SI units as the number of `shown` units, rid of the dust of floating point. */
export function toShown(value: number, unit: string, shown: string): number {
  return Number((value / shownFactor(unit, shown)).toPrecision(12));
}
