import { describe, expect, it } from "vitest";
import { keyParameters, pillOf, shortNumber, shortValue } from "./numbers";
import { types } from "./testing/samples";

describe("numbers on the canvas", () => {
  it("are short", () => {
    expect([0.41234, 120, 8, -2.5, 1e-6, 123456, 1e9, 0].map((value) => shortNumber(value))).toEqual([
      "0.4123",
      "120",
      "8",
      "−2.5",
      "1e-6".replace("-", "−"),
      "123500",
      "1e9",
      "0",
    ]);
    expect(shortValue([1, 2, 3])).toBe("[1 2 3]");
    expect(
      shortValue([
        [1, 2],
        [3, 4],
      ]),
    ).toBe("[2×2]");
  });

  it("show parameters that are missing or set before others", () => {
    const pd = types.find(({ name }) => name === "control.pd");
    expect(keyParameters({ id: "pd", type: "control.pd", parameters: { limit: 4 } }, pd)).toEqual([
      { name: "kp", value: 0, set: false, missing: true },
      { name: "limit", value: 4, set: true, missing: false },
    ]);
  });

  it("show vectors by their length", () => {
    expect(pillOf([3, 4], "number")).toEqual({ kind: "norm", value: 5, size: 2 });
    expect(pillOf([1], "boolean")).toEqual({ kind: "logic", value: true });
    expect(pillOf(undefined, "number")).toEqual({ kind: "none" });
  });
});
