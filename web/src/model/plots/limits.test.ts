import { expect, it } from "vitest";
import { Hub } from "../hub";
import { panelLimits } from "./limits";
import { linesOf } from "./lines";
import { LiveSource } from "./source";

const hub = new Hub();
hub.describe(
  1,
  ["output.force", "output.gap"].map((name) => ({
    name,
    start: 0,
    shape: [],
    unit: name === "output.gap" ? "m" : "N",
    kind: "number",
    labels: [],
    description: "",
  })),
  [],
);
const lines = (...names: string[]) => linesOf(new LiveSource(hub), names, [], new Map());

const panel = {
  elements: {
    force: { type: "gauge", range: [0, 15], end: [12, 15] },
    opening: { type: "gauge", signal: "output.gap", range: [0, 80], end: [0, 5], unit: "mm" },
    speed: { type: "slider", range: [0, 1] },
  },
};

it("limits are where the gauge begins to warn, in SI units", () => {
  expect(panelLimits(panel, lines("output.force", "output.gap"))).toEqual([
    { value: 12, unit: "N" },
    { value: 0.005, unit: "m" },
  ]);
});

it("limits are only of what is shown", () => {
  expect(panelLimits(panel, lines("output.gap"))).toHaveLength(1);
  expect(panelLimits(null, lines("output.gap"))).toEqual([]);
});
