import { describe, expect, it } from "vitest";
import { CLOSED, paneKey, paneSize } from "./pane";

const limits = { size: 376, min: 316, max: 560, closes: true };

describe("the size of a pane", () => {
  it("stays inside its limits", () => {
    expect(paneSize(400.4, limits)).toBe(400);
    expect(paneSize(900, limits)).toBe(560);
    expect(paneSize(200, limits)).toBe(316);
  });

  it("closes when it is dragged under half of the minimum, unless it may not", () => {
    expect(paneSize(100, limits)).toBe(CLOSED);
    expect(paneSize(100, { ...limits, closes: false })).toBe(316);
  });

  it("follows the arrow that points away from it", () => {
    expect(paneKey("ArrowLeft", 376, "ArrowLeft", limits)).toBe(392);
    expect(paneKey("ArrowRight", 376, "ArrowLeft", limits)).toBe(360);
    expect(paneKey("ArrowRight", 316, "ArrowLeft", limits)).toBe(CLOSED);
    expect(paneKey("ArrowLeft", CLOSED, "ArrowLeft", limits)).toBe(316);
  });

  it("opens with Enter at its usual size", () => {
    expect(paneKey("Enter", CLOSED, "ArrowLeft", limits)).toBe(376);
    expect(paneKey("Enter", 400, "ArrowLeft", limits)).toBe(CLOSED);
    expect(paneKey("a", 400, "ArrowLeft", limits)).toBeUndefined();
  });
});
