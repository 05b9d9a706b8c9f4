import { describe, expect, it } from "vitest";
import { around, framed, pathOf } from "./overview";

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });

describe("around", () => {
  it("holds all boxes and no more", () => {
    expect(around([box(0, 0, 10, 10), box(-5, 20, 10, 5)])).toEqual(box(-5, 0, 15, 25));
  });

  it("is nothing around nothing", () => {
    expect(around([])).toBeNull();
  });
});

describe("framed", () => {
  it("has the wanted shape, the same middle, and room to all sides", () => {
    const found = framed(box(10, 20, 100, 100), 172, 104, 0.1);
    expect(found.width / found.height).toBeCloseTo(172 / 104);
    expect(found.x + found.width / 2).toBeCloseTo(60);
    expect(found.y + found.height / 2).toBeCloseTo(70);
    expect(found.height).toBeCloseTo(120);
  });

  it("holds a level without extent", () => {
    expect(framed(box(3, 4, 0, 0), 172, 104).width).toBeGreaterThan(0);
  });
});

describe("pathOf", () => {
  it("goes round every box", () => {
    expect(pathOf([box(1, 2, 3, 4), box(5, 6, 7, 8)])).toBe("M1 2h3v4h-3zM5 6h7v8h-7z");
  });
});
