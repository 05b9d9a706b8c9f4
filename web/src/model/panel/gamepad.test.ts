import { describe, expect, it } from "vitest";
import { PadReader, response } from "./gamepad";

const state = (axes: number[], held: number[] = []) => ({
  axes,
  buttons: Array.from({ length: 17 }, (_, index) => ({
    pressed: held.includes(index),
    value: held.includes(index) ? 1 : 0,
  })),
});

describe("a gamepad", () => {
  it("has a dead zone of 8 % and a cubic response to the full end", () => {
    expect(response(0.079)).toBe(0);
    expect(response(-0.08)).toBe(0);
    expect(response(1)).toBe(1);
    expect(response(-1)).toBe(-1);
    expect(response(0.54)).toBeCloseTo(0.125);
  });

  it("moves forward when the left stick is pushed up, left when left, up when the right stick goes up", () => {
    const { deflection } = new PadReader().read(state([-1, -1, 0, -1]), false);
    expect(deflection).toEqual([1, 1, 1]);
  });

  it("stops on B and on Menu, once for each press", () => {
    const reader = new PadReader();
    expect(reader.read(state([], [1]), false).actions).toEqual(["stop"]);
    expect(reader.read(state([], [1]), false).actions).toEqual([]);
    expect(reader.read(state([], [9]), false).actions).toEqual(["stop"]);
  });

  it("is fine while LB is held, unless LB is needed to enable motion", () => {
    expect(new PadReader().read(state([0, -1, 0, 0], [4]), false).deflection[0]).toBeCloseTo(0.2);
    const enabling = new PadReader().read(state([0, -1, 0, 0], [4]), true);
    expect(enabling.deflection[0]).toBe(1);
    expect(enabling.enable).toBe(true);
  });
});
