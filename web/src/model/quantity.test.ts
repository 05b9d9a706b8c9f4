import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OTHER_NAMES, UNITS } from "@/gen/units";
import { readQuantity, readUnit, shownFactor, shownUnit, toShown } from "./quantity";
import { inBaseUnits, parseUnit } from "./scheme/unit-algebra";

const value = (text: string, unit = "1", shown = unit): number => {
  const result = readQuantity(text, unit, shown);
  if (!result.ok) throw new Error(`${text}: ${JSON.stringify(result.problem)}`);
  return result.value;
};
const problem = (text: string, unit = "1", shown = unit) => {
  const result = readQuantity(text, unit, shown);
  return result.ok ? undefined : result.problem;
};

describe("a value written by a person", () => {
  it.each([
    ["120 mm", "m", 0.12],
    ["120mm", "m", 0.12],
    ["12 cm + 3 mm", "m", 0.123],
    ["1/2 m", "m", 0.5],
    ["2*(1 + 3) cm", "m", 0.08],
    ["-(2)^2", "1", -4],
    ["2 pi", "rad", 2 * Math.PI],
    ["pi/4", "rad", Math.PI / 4],
    ["90°", "rad", Math.PI / 2],
    ["90 deg", "rad", Math.PI / 2],
    ["60 rpm", "rad/s", 2 * Math.PI],
    ["36 km/h", "m/s", 10],
    ["5 N*m", "N·m", 5],
    ["5 J", "N·m", 5],
    ["2 kg·m²", "kg·m²", 2],
    ["120 N·m", "N·m/rad", 120],
    ["15 %", "1", 0.15],
    ["1.5e-3", "1", 1.5e-3],
    ["sqrt(16 m^2)", "m", 4],
  ])("%s as %s is %d", (text, unit, expected) => {
    expect(value(text, unit)).toBeCloseTo(expected, 12);
  });

  it("reads a decimal comma, a true minus and Russian units", () => {
    expect(value("−0,5", "m")).toBe(-0.5);
    expect(value("12,5 мм", "m")).toBeCloseTo(0.0125, 12);
    expect(value("3 Н·м", "N·m")).toBe(3);
  });

  it("takes a bare number in the unit the field shows", () => {
    expect(value("120", "m", "mm")).toBeCloseTo(0.12, 12);
    expect(value("180", "rad", "deg")).toBeCloseTo(Math.PI, 12);
    expect(value("1.5", "s", "ms")).toBeCloseTo(0.0015, 12);
  });

  it("takes parts of pi as radians even where degrees are shown", () => {
    expect(value("pi/4", "rad", "deg")).toBeCloseTo(Math.PI / 4, 12);
  });

  it("keeps bare numbers of a unit it does not know", () => {
    expect(value("7", "blocks")).toBe(7);
  });

  it("names the reason of a refusal", () => {
    expect(problem("  ")).toEqual({ kind: "empty" });
    expect(problem("2 +", "m")).toEqual({ kind: "syntax" });
    expect(problem("1/0", "m")).toEqual({ kind: "syntax" });
    expect(problem("1 m + 2", "m")).toEqual({ kind: "syntax" });
    expect(problem("3 parsec", "m")).toEqual({ kind: "unknown", name: "parsec" });
    expect(problem("3 s", "m")).toEqual({ kind: "unit", given: "3 s" });
    expect(problem("3 mm", "1")).toEqual({ kind: "unit", given: "3 mm" });
  });

  it("reads back any number that it shows", () => {
    const units = [
      ["m", "mm"],
      ["rad", "deg"],
      ["s", "ms"],
      ["N·m", "N·m"],
      ["1", "%"],
    ] as const;
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), fc.constantFrom(...units), (si, [unit, shown]) => {
        fc.pre(si === 0 || Math.abs(si) > 1e-9);
        const back = value(String(toShown(si, unit, shown)), unit, shown);
        expect(Math.abs(back - si)).toBeLessThanOrEqual(1e-10 * Math.max(1, Math.abs(si)));
      }),
    );
  });

  it("never throws, whatever is typed", () => {
    const piece = fc.constantFrom("1", "2.5", "mm", "pi", "+", "-", "*", "/", "^", "(", ")", " ", "°", "е", "x", ",");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const result = readQuantity(pieces.join(""), "m", "mm");
        expect(result.ok ? Number.isFinite(result.value) : result.problem.kind.length > 0).toBe(true);
      }),
    );
  });
});

describe("units", () => {
  it("have their factors", () => {
    expect(shownFactor("m", "mm")).toBe(0.001);
    expect(shownFactor("rad/s", "deg/s")).toBeCloseTo(Math.PI / 180, 15);
    expect(shownFactor("m", "s")).toBe(1);
    expect(readUnit("N·m·s/rad")?.dimension).toEqual([2, 1, -1, 0, 0]);
    expect(readUnit("furlong")).toBeUndefined();
  });
});

describe("the table of units", () => {
  it("is read the same by fields and by wires, as far as wires know it", () => {
    for (const [symbol, { factor, powers, kind }] of Object.entries(UNITS)) {
      expect(readUnit(symbol)?.factor).toBe(factor);
      const unit = parseUnit(symbol);
      if (kind === "typed") {
        expect(unit).toBeUndefined();
        continue;
      }
      const base = unit && inBaseUnits(unit);
      expect(base?.factor).toBe(factor);
      expect(Object.fromEntries(base?.unit ?? [])).toEqual(powers);
    }
  });

  it("is read back in both languages", () => {
    for (const [name, symbol] of Object.entries(OTHER_NAMES)) expect(readUnit(name)).toEqual(readUnit(symbol));
    for (const { en, ru } of Object.values(UNITS)) expect(readUnit(ru)).toEqual(readUnit(en));
  });

  it("tells what people see in place of radians", () => {
    expect(shownUnit("rad/s")).toEqual({ shown: "deg/s", scale: 180 / Math.PI });
    expect(shownUnit("m/s")).toEqual({ shown: "m/s", scale: 1 });
  });
});
