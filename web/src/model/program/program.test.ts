import { describe, expect, it } from "vitest";
import type { ProgramDocument } from "@/gen/documents";
import type { PlannedFrame } from "@/gen/messages";
import { changed, dragged, frameAt, inserted, removed, retargeted, shifted, targetKind } from "./edit";

const END: PlannedFrame = {
  arms: [],
  angles: [0.1, -0.8, 1.1, -0.2, 0.5],
  point: [1.01234567, 0.1, 0.3],
  pitch: 0.1,
  length: 0.2,
  refused: false,
};
const DOC: ProgramDocument = {
  format: "pult.program",
  version: 1,
  name: "one",
  frames: [{ point: [1, 0, 0.3] }, { angles: [0, null, null, null, 0] }],
};

describe("a program of frames", () => {
  it("finds the frame of a fault", () => {
    expect(frameAt("frames[2].before[0].camera")).toBe(2);
    expect(frameAt("start")).toBe(-1);
  });
  it("gets, loses and moves frames, and keeps the last", () => {
    const more = inserted(DOC, 0, END);
    expect(more.frames.map(targetKind)).toEqual(["point", "point", "angles"]);
    expect(more.frames[1]?.point).toEqual([1.0123, 0.1, 0.3]);
    expect(shifted(DOC, 0, 1).frames.map(targetKind)).toEqual(["angles", "point"]);
    expect(shifted(DOC, 0, -1)).toBe(DOC);
    expect(removed(removed(DOC, 0), 0).frames).toHaveLength(1);
  });
  it("changes the kind of a target where the grab is", () => {
    expect(retargeted({ point: [1, 0, 0.3], pitch: 0 }, "angles", END)).toEqual({ angles: END.angles });
    expect(retargeted({ angles: [0, 0, 0, 0, 0] }, "point", END)).toEqual({
      point: [1.0123, 0.1, 0.3],
      pitch: 0.1,
      roll: 0.5,
    });
    expect(retargeted({ point: [1, 0, 0.3] }, "none", END).before).toEqual([{ type: "wait", seconds: 1 }]);
  });
  it("is dragged in two of three axes; angles become a point", () => {
    expect(dragged({ point: [1, 0, 0.3], roll: 0.2 }, { 0: 0.9, 2: 0.5 }, END)).toEqual({
      point: [0.9, 0, 0.5],
      roll: 0.2,
    });
    const made = dragged({ angles: [0, 0, 0, 0, 0] }, { 1: -0.2 }, END);
    expect(made).toEqual({ point: [1.0123, -0.2, 0.3], pitch: 0.1, roll: 0.5 });
  });
  it("leaves the other frames as they are", () => {
    const made = changed(DOC, 1, (frame) => ({ ...frame, note: "b" }));
    expect(made.frames[0]).toBe(DOC.frames[0]);
    expect(made.frames[1]?.note).toBe("b");
  });
});
