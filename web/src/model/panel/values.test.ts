import { describe, expect, it } from "vitest";
import type { PanelDocument } from "../../gen/documents";
import { decodeValue, inputNames, wantedSignals } from "./elements";
import { OWN, PanelValues } from "./values";

const panel: PanelDocument = {
  format: "pult.panel",
  version: 1,
  elements: {
    joints: { type: "joints", options: { shoulder: {}, elbow: {} } },
    effectors: { type: "effectors", options: { hand: {}, foot: {} } },
    mode: { type: "selector", options: { rate: "Speed", displacement: "Displacement" } },
    stick: { type: "joystick", axes: 3, frames: ["base", "effector"] },
    speed: { type: "slider", range: [0.1, 1], initial: 1 },
    enable: { type: "switch", initial: true },
    reach: { type: "lamp", signal: "output.out" },
    force: { type: "gauge", range: [0, 1] },
  },
};
const numbers = (said: Record<string, number[]>) => (signal: string) => said[signal] ?? [];

it("begins as the exercise has it, where that differs from the panel", () => {
  const values = new PanelValues();
  values.load(panel, { effectors: "foot", speed: 0.5 });
  expect(["effectors", "speed", "mode", "enable"].map((name) => values.get(name))).toEqual(["foot", 0.5, "rate", true]);
});

describe("a panel's elements", () => {
  it("name the signals that the session takes and gives", () => {
    expect(inputNames(panel)).toEqual(["joints", "effectors", "mode", "stick", "stick_frame", "speed", "enable"]);
    expect(wantedSignals(panel)).toContain("output.out");
    expect(wantedSignals(panel)).toContain("output.force");
    expect(wantedSignals(panel)).toContain("panel.stick_frame");
  });

  it("read the session's numbers as it writes them", () => {
    expect(decodeValue(panel, "joints", [0, 1])).toEqual(["elbow"]);
    expect(decodeValue(panel, "effectors", [0])).toBeNull();
    expect(decodeValue(panel, "effectors", [2])).toBe("foot");
    expect(decodeValue(panel, "mode", [1])).toBe("displacement");
    expect(decodeValue(panel, "stick_frame", [1])).toBe("effector");
    expect(decodeValue(panel, "enable", [1])).toBe(true);
    expect(decodeValue(panel, "speed", [Number.NaN])).toBeUndefined();
  });
});

describe("what a panel shows", () => {
  it("is what was done here, at once, even while an older word of the session is on its way", () => {
    const values = new PanelValues();
    values.load(panel);
    expect(values.get("speed")).toBe(1);
    values.set({ speed: 0.5 }, 1000);
    values.hear(numbers({ "panel.speed": [1] }), 1010);
    expect(values.get("speed")).toBe(0.5);
  });

  it("follows the session when that says something new", () => {
    const values = new PanelValues();
    values.load(panel);
    values.set({ enable: false }, 0);
    values.hear(numbers({ "panel.enable": [0], "panel.mode": [1] }), OWN + 1);
    expect(values.get("mode")).toBe("displacement");
    values.hear(numbers({ "panel.enable": [1] }), OWN + 2);
    expect(values.get("enable")).toBe(true);
  });

  it("keeps what was done while the session stands still and repeats its old word", () => {
    const values = new PanelValues();
    values.load(panel);
    values.hear(numbers({ "panel.mode": [0] }), 0);
    values.set({ mode: "displacement" }, 10);
    values.hear(numbers({ "panel.mode": [0] }), 10_000);
    expect(values.get("mode")).toBe("displacement");
  });

  it("gives in to what the session said right after something was done here", () => {
    const values = new PanelValues();
    values.load(panel);
    const off = numbers({ "panel.enable": [0] });
    values.hear(off, 0);
    values.set({ enable: true }, 1000);
    values.hear(numbers({ "panel.enable": [1] }), 1050);
    values.hear(off, 1100);
    expect(values.get("enable")).toBe(true);
    values.hear(off, 1000 + OWN);
    expect(values.get("enable")).toBe(false);
  });

  it("goes back when the session refuses", () => {
    const values = new PanelValues();
    values.load(panel);
    values.hear(numbers({ "panel.mode": [0] }), 0);
    values.set({ mode: "displacement" }, 10);
    values.refused(["mode"]);
    expect(values.get("mode")).toBe("rate");
  });
});
