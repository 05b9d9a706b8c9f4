import { describe, expect, it } from "vitest";
import type { PanelDocument } from "../../gen/documents";
import { difference } from "./difference";

const panel = (elements: PanelDocument["elements"], name = "p"): PanelDocument => ({
  format: "pult.panel",
  version: 1,
  name,
  elements,
});

describe("two versions of a panel", () => {
  it("differ by elements that one of them lacks, by changed ones, and by what belongs to none", () => {
    const theirs = panel({ a: { type: "lamp" }, b: { type: "button" } });
    const mine = panel({ b: { type: "switch" }, c: { type: "lamp" } }, "q");
    expect(difference(theirs, mine)).toEqual({ added: ["c"], removed: ["a"], changed: ["b"], panel: true });
    expect(difference(mine, mine)).toEqual({ added: [], removed: [], changed: [], panel: false });
  });
});
