import { describe, expect, it } from "vitest";
import { placed } from "./place";

const page = { left: 0, top: 0, width: 1000, height: 800 };

describe("a floating box", () => {
  it("opens beside its anchor", () => {
    const anchor = { left: 100, top: 100, width: 40, height: 20 };
    expect(placed(anchor, { width: 200, height: 100 }, page, "bottom", "start")).toEqual({ left: 100, top: 126 });
    expect(placed(anchor, { width: 20, height: 10 }, page, "right", "centre")).toEqual({ left: 146, top: 105 });
  });

  it("flips where there is no room and stays on the page", () => {
    const low = { left: 960, top: 770, width: 30, height: 20 };
    expect(placed(low, { width: 200, height: 100 }, page, "bottom", "start")).toEqual({ left: 792, top: 664 });
  });
});
