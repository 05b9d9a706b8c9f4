import { expect, it } from "vitest";
import { partsOf, plottedOf } from "./bench";

it("a source shows its form and what that form needs", () => {
  expect(partsOf("wanted", "constant")).toEqual(["wanted_form", "wanted"]);
  expect(partsOf("wanted", "sine")).toEqual(["wanted_form", "wanted", "wanted_time"]);
  expect(partsOf("wanted", "hand")).toEqual(["wanted_form", "wanted", "wanted_hand"]);
  expect(partsOf("start", null)).toEqual(["start"]); // a switch
});

it("a bench plots its sources and outputs first", () => {
  const channels = ["time", "panel.wanted", "output.angle", "scheme.axis.pd.y", "scheme.bench_wanted.y", "qpos"];
  expect(plottedOf(channels).first).toEqual(["scheme.bench_wanted.y", "output.angle"]);
  expect(plottedOf(channels).all.has("scheme.axis.pd.y")).toBe(true);
});
