import { describe, expect, it } from "vitest";
import { isLit, lampSignals } from "./lamps";
import { sample } from "./sample";

const lamp = (geom: number, signal: string) => ({ geom, signal, above: 0.004, colour: [1, 1, 1] });

describe("lamps", () => {
  it("need each of their signals once", () => {
    const scene = { ...sample, lamps: [lamp(1, "sensor.a"), lamp(2, "sensor.a"), lamp(3, "sensor.b[x]")] };
    expect(lampSignals(scene)).toEqual(["sensor.a", "sensor.b[x]"]);
  });

  it("are lit above their value, not at it, and not while nothing is known", () => {
    const at = (value: number | undefined) => isLit(lamp(1, "sensor.a"), () => value);
    expect([at(0.0041), at(0.004), at(0), at(undefined), at(Number.NaN)]).toEqual([true, false, false, false, false]);
  });
});
