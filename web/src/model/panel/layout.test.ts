import { describe, expect, it } from "vitest";
import type { PanelDocument } from "../../gen/documents";
import { groupsOf, planOf } from "./layout";

const panel: PanelDocument = {
  format: "pult.panel",
  version: 1,
  size: [400, 800],
  picture: { file: "arm.svg", size: [300, 200], position: [50, 100] },
  elements: {
    joints: { type: "joints", options: { elbow: { position: [10, 10] } } },
    near: { type: "lamp", position: [40, 80], size: [100, 40] },
    grip: { type: "button" },
    force: { type: "gauge", range: [0, 1] },
  },
};

describe("the plan of a console", () => {
  it("puts placed elements where the document says, stretched to the console", () => {
    const plan = planOf(panel, 200, 720);
    expect(plan.placed.get("near")).toEqual({ left: 20, top: 72, width: 50, height: 36 });
    expect(plan.picture).toEqual({ left: 25, top: 90, width: 150, height: 180 });
    expect(plan.height).toBe(720);
  });

  it("leaves the others to be laid out in order, and marks on the picture to the picture", () => {
    expect(planOf(panel, 400, 800).rest).toEqual(["grip", "force"]);
    expect(groupsOf(panel, ["grip", "force"])).toMatchObject({ buttons: ["grip"], readings: ["force"] });
  });

  it("scrolls rather than presses a panel beyond use", () => {
    expect(planOf(panel, 400, 300).height).toBe(640);
    expect(planOf(panel, 400, 3000).height).toBe(896);
  });

  it("leaves out what is folded away, and leaves room for the headings of folds", () => {
    const folds = [{ label: "more", elements: ["grip"] }];
    const plan = planOf({ ...panel, folds }, 400, 834);
    expect(plan.rest).toEqual(["force"]);
    expect(plan.height).toBe(800);
  });

  it("presses elements only as far as the room below them allows", () => {
    const mode = { type: "selector" as const, options: ["a", "b"], position: [0, 200], size: [400, 50] };
    const under = (y: number, x = 0): PanelDocument => ({
      ...panel,
      elements: { mode, grip: { type: "button", position: [x, y], size: [100, 50] } },
    });
    expect(planOf(under(260), 400, 300).height).toBe(640); // 48 of 60: the usual 0.8
    expect(planOf(under(250), 400, 300).height).toBe(768); // 48 of 50
    const narrow = {
      ...under(250, 300),
      elements: { ...under(250, 300).elements, mode: { ...mode, size: [250, 50] } },
    };
    expect(planOf(narrow, 400, 300).height).toBe(640); // the button stands beside it
  });
});
