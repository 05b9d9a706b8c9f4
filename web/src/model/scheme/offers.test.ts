import { describe, expect, test } from "vitest";
import type { ChannelInfo } from "../../gen/messages";
import { type Offer, offersFor, portOf, unlike } from "./offers";

const channel = (name: string, change: Partial<ChannelInfo> = {}): ChannelInfo => ({
  name,
  start: 0,
  shape: [],
  unit: "1",
  kind: "number",
  labels: [],
  description: "",
  ...change,
});
const OFFERED = {
  sensors: [channel("sensor.angles", { shape: [6], unit: "rad" })],
  drives: [channel("motors", { shape: [6], unit: "V" })],
  panel: [channel("panel.grip", { kind: "boolean" })],
};

describe("what a world offers to a scheme", () => {
  test("inputs are fed by panel and sensors, outputs feed drives, by their bare names", () => {
    expect(offersFor("inputs", OFFERED).map(({ port, from }) => [port, from])).toEqual([
      ["grip", "panel"],
      ["angles", "sensor"],
    ]);
    expect(offersFor("outputs", OFFERED).map(({ port, unit }) => [port, unit])).toEqual([["motors", "V"]]);
  });

  test("a port that is picked fits what it is bound to", () => {
    for (const one of [...offersFor("inputs", OFFERED), ...offersFor("outputs", OFFERED)])
      expect(unlike(portOf(one), one)).toEqual([]);
  });

  test("what does not fit is named", () => {
    const [, angles] = offersFor("inputs", OFFERED) as [Offer, Offer];
    expect(unlike({ unit: "deg", shape: [3] }, angles)).toEqual(["shape", "unit"]);
    expect(unlike({ kind: "boolean" }, angles)).toEqual(["kind", "shape", "unit"]);
    expect(unlike({ unit: "rad", shape: [6] }, angles)).toEqual([]);
  });
});
