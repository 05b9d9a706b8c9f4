import { describe, expect, it } from "vitest";
import { diffSchemes } from "./diff";
import { selecting } from "./document";
import { addNote, connect, group, moveThings, removeThings, setParameter, setPort, setStep } from "./edits";
import { servo } from "./testing/samples";

describe("diffSchemes", () => {
  it("lists parameters with both values", () => {
    expect(diffSchemes(servo, setParameter(servo, "axis", "pd", "kp", 6))).toEqual([
      {
        level: "axis",
        kind: "changed",
        what: "block",
        name: "pd",
        details: [{ field: "parameters.kp", before: 4, after: 6 }],
      },
    ]);
  });

  it("lists what came and went", () => {
    const changed = addNote(
      connect(removeThings(servo, "", selecting({ blocks: ["spare"] })), "", "wanted", "sum.x2"),
      "",
      "new",
      { x: 0, y: 0 },
    ).doc;
    const list = diffSchemes(servo, changed).map(({ kind, what, name }) => `${kind} ${what} ${name}`);
    expect(list.sort()).toEqual([
      "added note new",
      "added wire wanted -> sum.x2",
      "removed block spare",
      "removed wire spare.angle -> sum.x2",
    ]);
  });

  it("looks at positions only if asked to", () => {
    const start = moveThings(servo, "", selecting({ blocks: ["sum"] }), 20, 0);
    const moved = moveThings(start, "", selecting({ blocks: ["sum"] }), 20, 0);
    expect(diffSchemes(start, moved)).toEqual([]);
    expect(diffSchemes(start, moved, { layout: true })).toMatchObject([{ kind: "moved", what: "block", name: "sum" }]);
  });

  it("sees step, ports and new sub-schemes", () => {
    const changed = group(
      setPort(setStep(servo, 0.002), "", "inputs", "wanted", { unit: "deg" }),
      "",
      selecting({ blocks: ["sum"] }),
      "part",
    ).doc;
    const list = diffSchemes(servo, changed);
    expect(list).toContainEqual({
      level: "",
      kind: "changed",
      what: "step",
      name: "",
      details: [{ field: "step", before: 0.01, after: 0.002 }],
    });
    expect(list).toContainEqual({
      level: "",
      kind: "changed",
      what: "input",
      name: "wanted",
      details: [{ field: "unit", before: "rad", after: "deg" }],
    });
    expect(list).toContainEqual({ level: "part", kind: "added", what: "scheme", name: "part", details: [] });
  });
});
