import { describe, expect, it } from "vitest";
import type { ParameterInfo } from "@/gen/messages";
import {
  entryAt,
  filledUnit,
  isUnlimited,
  namedValue,
  namesIn,
  readNames,
  readShape,
  replaced,
  resized,
  shapeOf,
  usualRange,
} from "./values";

const number = (more: Partial<ParameterInfo>): ParameterInfo => ({
  name: "k", kind: "number", unit: "1", description: "", required: false, default: 1, low: null, high: null, low_open: false,
  high_open: false, shape: [], choices: [], structural: false, provided: "", ...more,
}); // biome-ignore format: a list

describe("values in the property sheet", () => {
  it("have a range that people can read, also where there is no limit", () => {
    const info = { low: null, high: null, default: -1e300 } as unknown as ParameterInfo;
    expect(usualRange(info, -1e300)).toEqual([-1, 1]);
    expect(usualRange(info, 3)).toEqual([0, 10]);
    expect([isUnlimited(-1e300), isUnlimited(5), isUnlimited(null)]).toEqual([true, false, false]);
  });

  it("have units that follow another parameter", () => {
    const parameters = [number({ unit: "V/{unit}" }), number({ name: "unit", kind: "text", default: "rad" })];
    expect(filledUnit("V*s/{unit}", parameters)).toBe("V*s/rad");
    expect(filledUnit("V/{unit}", parameters, { unit: "m" })).toBe("V/m");
    expect(filledUnit("V", parameters)).toBe("V");
  });

  it("sizes are read as people write them, in both alphabets", () => {
    expect([readShape(""), readShape("3"), readShape("2×3"), readShape("2 x 3"), readShape("2х3")]).toEqual([
      [],
      [3],
      [2, 3],
      [2, 3],
      [2, 3],
    ]);
  });
  it("what is no size is refused", () => {
    expect([readShape("a"), readShape("0"), readShape("-1"), readShape("2×3×4"), readShape("1.5")]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
  it("an entry of a matrix is changed without touching the others or the old matrix", () => {
    const old = [[1, 2], [3, 4]]; // biome-ignore format: a matrix
    const made = replaced(old, [1, 0], 9);
    expect(made).toEqual([[1, 2], [9, 4]]); // biome-ignore format: a matrix
    expect(old[1]).toEqual([3, 4]);
    expect(entryAt(made, [1, 0])).toBe(9);
  });
  it("a list that grows keeps what it has", () => {
    expect(resized([4], [5, 6], 0)).toEqual([5, 6, 0, 0]);
    expect(shapeOf(resized([2, 3], 7, 0))).toEqual([2, 3]);
  });
  it("a slider ends at the limits where there are some", () => {
    expect(usualRange(number({ low: 0, high: 400 }), 120)).toEqual([0, 400]);
  });
  it("without limits a slider holds twice the value, and never leaves the value out", () => {
    expect(usualRange(number({}), 20)).toEqual([0, 50]);
    expect(usualRange(number({ default: 0 }), 0)).toEqual([-1, 1]);
    const [low, high] = usualRange(number({ high: 10 }), 25);
    expect(low <= 25 && 25 <= high).toBe(true);
  });
  it("a limit that means none is none", () => {
    expect(usualRange(number({ low: -1e300, high: 1e300 }), 1)).toEqual([0, 2]);
  });
  it("names stand in place of numbers only where a thing of the robot has them", () => {
    const torque = number({ provided: "drive" });
    expect(namesIn(torque, "motors")).toEqual(["motors"]);
    expect(namesIn(torque, ["waist", "neck"])).toEqual(["waist", "neck"]);
    expect([namesIn(torque, 3), namesIn(torque, [1, 2]), namesIn(torque, []), namesIn(torque, undefined)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(namesIn(number({}), "motors")).toBeNull();
    expect(namesIn(number({ kind: "text", provided: "chain" }), "arm")).toBeNull();
  });
  it("one name stands by itself, several as a list, and both are read as people write them", () => {
    expect([namedValue(["arm"]), namedValue(["arm", "hand"])]).toEqual(["arm", ["arm", "hand"]]);
    expect([readNames("waist, neck"), readNames(" arm "), readNames(" , ")]).toEqual([
      ["waist", "neck"],
      ["arm"],
      [""],
    ]);
  });
});
