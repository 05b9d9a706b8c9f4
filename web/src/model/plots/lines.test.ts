import { describe, expect, it } from "vitest";
import type { ChannelInfo } from "../../gen/messages";
import { Hub } from "../hub";
import { axesOf } from "./axes";
import { choicesOf, firstSignals, signalsOfJoint, toggled } from "./groups";
import { linesOf, shortName } from "./lines";
import { LiveSource } from "./source";

const channel = (name: string, shape: number[], unit: string, labels: string[] = [], kind = "number"): ChannelInfo => ({
  ...{ name, shape, unit, labels, kind },
  start: 0,
  description: "",
});

const CHANNELS = [
  channel("time", [], "s"),
  channel("sensor.angles", [2], "rad", ["shoulder", "elbow"]),
  channel("drive.motors", [2], "V", ["shoulder", "elbow"]),
  channel("output.motors", [2], "V"),
  channel("panel.enable", [], "1", [], "boolean"),
  channel("site.hand", [7], "1", ["x", "y", "z", "qw", "qx", "qy", "qz"]),
  channel("scheme.hand.position", [3], "m"),
];

function source(): LiveSource {
  const hub = new Hub();
  hub.describe(1, CHANNELS, []);
  return new LiveSource(hub);
}

const lines = (...signals: string[]) => linesOf(source(), signals, [], new Map());

describe("linesOf", () => {
  it("gives every entry of a whole signal a line, and none twice", () => {
    const names = lines("sensor.angles", "sensor.angles[elbow]", "gone.away").map(({ name }) => name);
    expect(names).toEqual(["sensor.angles[shoulder]", "sensor.angles[elbow]"]);
  });

  it("shows angles in degrees and places of bodies in metres", () => {
    const [angle, place, turn] = lines("sensor.angles[elbow]", "site.hand[x]", "site.hand[qw]");
    expect(angle).toMatchObject({ unit: "rad", shown: "deg", scale: 180 / Math.PI });
    expect(place).toMatchObject({ unit: "m", shown: "m", scale: 1 });
    expect(turn?.unit).toBe("1");
  });

  it("colours x, y and z like the axes, also of vectors without labels", () => {
    expect(lines("site.hand[x]", "site.hand[y]", "site.hand[z]").map(({ colour }) => colour)).toEqual([
      "axis-x",
      "axis-y",
      "axis-z",
    ]);
    expect(lines("scheme.hand.position").map(({ colour }) => colour)).toEqual(["axis-x", "axis-y", "axis-z"]);
  });

  it("tells lines of the same colour apart by dashes", () => {
    const all = lines("site.hand[x]", "scheme.hand.position[0]");
    expect(all.map(({ dash }) => dash)).toEqual([0, 1]);
  });

  it("keeps the colour of a line when another one goes", () => {
    const kept = new Map<string, string>();
    const from = source();
    const before = linesOf(from, ["sensor.angles[shoulder]", "sensor.angles[elbow]"], [], kept);
    const after = linesOf(from, ["sensor.angles[elbow]", "drive.motors[elbow]"], [], kept);
    expect(after[0]?.colour).toBe(before[1]?.colour);
    expect(after[1]?.colour).not.toBe(after[0]?.colour);
  });

  it("uses the colour of selection only for what is selected", () => {
    const elbow = { kind: "joint", name: "elbow" } as const;
    const found = linesOf(source(), ["sensor.angles"], [elbow], new Map());
    expect(found.map(({ selected, colour }) => [selected, colour === "accent"])).toEqual([
      [false, false],
      [true, true],
    ]);
  });

  it("writes the kind before names that would be the same", () => {
    expect(lines("drive.motors[elbow]").map(({ label }) => label)).toEqual(["Motors elbow"]);
    const hub = new Hub();
    hub.describe(1, [channel("drive.motors", [], "V"), channel("output.motors", [], "V")], []);
    const both = linesOf(new LiveSource(hub), ["drive.motors", "output.motors"], [], new Map());
    expect(both.map(({ label }) => label)).toEqual(["Drive motors", "Output motors"]);
  });
});

it("shortName reads like words", () => {
  expect(shortName("site.hand[x]")).toBe("Hand x");
  expect(shortName("output.hand_speed")).toBe("Hand speed");
  expect(shortName("power")).toBe("Power");
});

describe("axesOf", () => {
  it("has one axis a unit, left and right in turn, in the order of the lines", () => {
    const axes = axesOf(lines("sensor.angles", "drive.motors[elbow]", "site.hand[x]", "output.motors[0]"));
    expect(axes.map(({ key, side, lines: own }) => [key, side, own.length])).toEqual([
      ["deg", "left", 2],
      ["V", "right", 2],
      ["m", "left", 1],
    ]);
  });

  it("gives yes and no an axis apart from plain numbers", () => {
    expect(axesOf(lines("panel.enable", "site.hand[qw]")).map(({ key }) => key)).toEqual(["boolean", "1"]);
  });
});

describe("choosing", () => {
  it("groups by kind and finds words in any order", () => {
    expect([...choicesOf(CHANNELS, "").keys()]).toEqual(["panel", "sensor", "drive", "output", "scheme", "site"]);
    const found = choicesOf(CHANNELS, "elbow angles").get("sensor");
    expect(found?.[0]?.entries.map(({ name }) => name)).toEqual(["sensor.angles[elbow]"]);
    expect(choicesOf(CHANNELS, "nothing such").size).toBe(0);
  });

  it("knows what belongs to a joint", () => {
    expect(signalsOfJoint(CHANNELS, "elbow")).toEqual(["sensor.angles[elbow]", "drive.motors[elbow]"]);
  });

  it("leaves the other entries when one of a whole signal is left out", () => {
    expect(toggled(["sensor.angles"], "sensor.angles[elbow]", CHANNELS)).toEqual(["sensor.angles[shoulder]"]);
    expect(toggled(["sensor.angles[elbow]"], "sensor.angles", CHANNELS)).toEqual(["sensor.angles"]);
    expect(toggled(["power"], "power", CHANNELS)).toEqual([]);
  });

  it("begins with the place of the hand", () => {
    expect(firstSignals(CHANNELS)).toEqual(["site.hand[x]", "site.hand[y]", "site.hand[z]"]);
  });
});
