import { describe, expect, it } from "vitest";
import type { PanelDocument } from "../../gen/documents";
import { planOf } from "./layout";

const PANELS = import.meta.glob<PanelDocument>("../../../../src/pult/catalog/*/*.panel.json", {
  import: "default",
  eager: true,
});

/** Room for the elements in a console [px]: width and height on screens of 1440 x 900 and 1280 x 720. */
const ROOMS = [
  [376, 796],
  [376, 616],
] as const;
/** Height of the heading of a fold [px]. */
const FOLD = 34;

describe.each(Object.entries(PANELS))("%s", (_, panel) => {
  it.each(ROOMS)("has all that is not folded away in view, %d x %d", (width, space) => {
    const plan = planOf(panel, width, space);
    expect(plan.rest).toEqual([]);
    expect(plan.height + FOLD * (panel.folds?.length ?? 0)).toBeLessThanOrEqual(space);
  });
});
