import { describe, expect, it } from "vitest";
import type { SchemeDocument } from "@/gen/documents";
import { parameterName, signalNames, sourceOf } from "./signals";

const doc: SchemeDocument = {
  format: "pult.scheme",
  version: 1,
  inputs: { stick: {} },
  outputs: { motor: {} },
  blocks: [{ id: "axis", type: "scheme.loop" }],
  wires: [
    { from: "stick", to: "axis.wanted" },
    { from: "axis.u", to: "motor" },
  ],
  schemes: {
    loop: {
      inputs: { wanted: {} },
      outputs: { u: {} },
      blocks: [{ id: "pd", type: "control.pd" }],
      wires: [
        { from: "wanted", to: "pd.wanted" },
        { from: "pd.y", to: "u" },
      ],
    },
  },
};
const top = [{ level: "", block: "" }];
const inside = [...top, { level: "loop", block: "axis" }];

describe("names of signals", () => {
  it("an output of a block goes by the blocks that lead to it", () => {
    expect(signalNames(doc, inside, "pd.y")).toEqual(["scheme.axis.pd.y"]);
  });
  it("an output of a sub-scheme is that of the block inside which feeds it", () => {
    expect(signalNames(doc, top, "axis.u")).toEqual(["scheme.axis.pd.y"]);
  });
  it("an input of a sub-scheme is what is wired to it outside, in the end the panel, a sensor or a stream", () => {
    expect(signalNames(doc, inside, "wanted")).toEqual(["panel.stick", "sensor.stick", "stream.stick"]);
  });
  it("an input knows the output that feeds it", () => {
    expect(sourceOf(doc, "loop", "pd.wanted")).toBe("wanted");
    expect(sourceOf(doc, "", "axis.other")).toBeUndefined();
  });
  it("a parameter goes by the blocks that lead to it", () => {
    expect(parameterName(inside, "pd", "kp")).toBe("axis.pd.kp");
  });
});
