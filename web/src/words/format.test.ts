import { describe, expect, it } from "vitest";
import { Format, said } from "./format";

const en = new Format("en");
const ru = new Format("ru");

describe("numbers", () => {
  it("have the decimal sign of the language and a true minus", () => {
    expect(en.number(-0.13, 3)).toBe("−0.130");
    expect(ru.number(0.4118, 3)).toBe("0,412");
    expect(en.number(-0.0001, 2)).toBe("0.00");
  });

  it("are short where asked", () => {
    expect(en.compact(120)).toBe("120");
    expect(en.compact(0.1 + 0.2)).toBe("0.3");
    expect(en.compact(1.5e-6)).toBe("1.5e−6");
  });

  it("carry their unit after a space, degrees without one", () => {
    expect(en.quantity(0.412, "m", 3)).toBe("0.412\u00a0m");
    expect(ru.quantity(6.4, "N", 1)).toBe("6,4\u00a0Н");
    expect(ru.quantity(0.5, "N*m", 1)).toBe("0,5\u00a0Н·м");
    expect(en.quantity(11, "deg", 0)).toBe("11°");
    expect(en.quantity(3, "1", 0)).toBe("3");
  });
});

describe("units", () => {
  it("are set in one place, from what documents write", () => {
    const written = ["N*m", "m/s^2", "kg*m^2", "deg", "deg/s^2", "Ohm", "us", "s^-1", "m^1/2", "uF", "%", "1/s"];
    expect(written.map((unit) => en.unit(unit))).toEqual([
      "N·m", "m/s²", "kg·m²", "°", "°/s²", "Ω", "µs", "s⁻¹", "m^1/2", "µF", "%", "1/s",
    ]); // biome-ignore format: a list
    expect(["N*m*s/rad", "m/s^2", "rpm", "Ohm", "us", "px", "kB", "deg"].map((unit) => ru.unit(unit))).toEqual([
      "Н·м·с/рад", "м/с²", "об/мин", "Ом", "мкс", "пикс", "кБ", "°",
    ]); // biome-ignore format: a list
  });

  it("that are set already stay so, and those that nobody knows stay as they are", () => {
    expect(["N·m", "m/s²", "°", "Ω", "furlong"].map((unit) => en.unit(unit))).toEqual([
      "N·m", "m/s²", "°", "Ω", "furlong",
    ]); // biome-ignore format: a list
  });

  it("of plain numbers, and those that follow from the wires only, are not set at all", () => {
    expect(["", "1", "any", "?a*s", "'a"].map((unit) => en.unit(unit))).toEqual(["", "", "", "", ""]);
  });

  it("of angles are degrees in front of people", () => {
    expect(en.angle(Math.PI / 6, 0)).toBe("30°");
    expect(ru.angle(-Math.PI / 8, 1)).toBe("−22,5°");
  });
});

describe("times", () => {
  it("run as a clock that never shows a moment that has not come", () => {
    expect(en.clock(134.69)).toBe("02:14.6");
    expect(ru.clock(134.62)).toBe("02:14,6");
    expect(en.clock(59.999, 0)).toBe("00:59");
    expect(en.clock(3723, 0)).toBe("1:02:03");
    expect(en.clock(0.3)).toBe("00:00.3");
  });

  it("are as long as their unit says", () => {
    expect(en.duration(0.0004)).toBe("0.4\u00a0ms");
    expect(en.duration(12)).toBe("12\u00a0s");
    expect(ru.duration(300)).toBe("5\u00a0мин");
  });

  it("lie back as people say it", () => {
    const now = new Date(2026, 10, 16, 15, 0);
    expect(en.ago(new Date(2026, 10, 16, 14, 42), now)).toBe("18 min ago");
    expect(ru.ago(new Date(2026, 10, 15, 14, 0), now)).toBe("вчера");
    expect(en.ago(new Date(2026, 10, 11, 14, 0), now)).toBe("11 Nov");
    expect(en.ago(new Date(2026, 10, 16, 14, 59, 50), now)).toBe("just now");
  });
});

describe("words", () => {
  it("take the form of their count", () => {
    expect([1, 2, 5, 21].map((n) => ru.count(n, "блок", "блока", "блоков"))).toEqual([
      "1 блок",
      "2 блока",
      "5 блоков",
      "21 блок",
    ]);
    expect(en.count(1, "block", "blocks")).toBe("1 block");
  });

  it("are said in the language that is there", () => {
    expect(said({ en: "Hand", ru: "Кисть" }, "ru")).toBe("Кисть");
    expect(said({ en: "Hand" }, "ru")).toBe("Hand");
    expect(said("Hand", "ru")).toBe("Hand");
    expect(said(undefined, "en")).toBe("");
  });
});
