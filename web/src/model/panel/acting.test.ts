import { describe, expect, it } from "vitest";
import type { PanelDocument } from "../../gen/documents";
import { idleAxis, idleBecause } from "./acting";
import type { PanelValue } from "./elements";

const panel: PanelDocument = {
  format: "pult.panel",
  version: 1,
  elements: {
    mode: { type: "selector", label: "Mode", options: { command: { en: "Command" }, semi: { en: "Semi" } } },
    joints: { type: "joints", options: { elbow: {} }, acts_in: { mode: ["command"] } },
    effectors: { type: "effectors", options: { hand: {} } },
    stick: {
      type: "joystick",
      idle: [
        { axis: "z", reason: "The arm is flat." },
        { axis: "y", reason: "Only forward turns.", when: { mode: ["command"] } },
      ],
    },
    report: { type: "button" },
  },
};
const set = (mode: string) => (name: string) => ({ mode })[name] as PanelValue | undefined;

describe("what acts as a panel is set", () => {
  it("says in which position of which selector an element acts", () => {
    expect(idleBecause(panel, "joints", set("semi"), [])).toEqual({
      kind: "position",
      selector: "Mode",
      positions: [{ en: "Command" }],
    });
    expect(idleBecause(panel, "joints", set("command"), [])).toBeNull();
  });

  it("finds from the scheme what nothing listens to", () => {
    const acting = ["mode", "stick", "effectors"];
    expect(idleBecause(panel, "joints", set("command"), acting)).toEqual({ kind: "scheme" });
    expect(idleBecause(panel, "effectors", set("command"), acting)).toBeNull();
    expect(idleBecause(panel, "report", set("command"), acting), "a judge may listen to it").toBeNull();
  });

  it("leaves an effector that is only there to be seen, where joints do not act either", () => {
    expect(idleBecause(panel, "effectors", set("command"), ["stick"])).toBeNull();
    expect(idleBecause(panel, "effectors", set("command"), ["stick", "joints"])).toEqual({ kind: "scheme" });
  });

  it("knows axes that move nothing, always or in a mode", () => {
    expect(idleAxis(panel, "stick", 2, set("semi"))).toEqual({ kind: "said", reason: "The arm is flat." });
    expect(idleAxis(panel, "stick", 1, set("command"))).toEqual({ kind: "said", reason: "Only forward turns." });
    expect(idleAxis(panel, "stick", 1, set("semi"))).toBeNull();
    expect(idleAxis(panel, "stick", 0, set("command"))).toBeNull();
  });
});
