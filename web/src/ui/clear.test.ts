import { describe, expect, it } from "vitest";
import { clearOf, holes } from "./clear";

const WINDOW = { left: 0, top: 0, width: 1280, height: 720 };
const STOP = { left: 1120, top: 55, width: 150, height: 50 };

describe("what floats keeps clear of the stop", () => {
  it("stays where it covers none", () => {
    expect(clearOf({ left: 600, top: 40 }, { width: 200, height: 300 }, [STOP], WINDOW)).toEqual({
      left: 600,
      top: 40,
    });
  });

  it("moves aside by the shortest way that has room", () => {
    const menu = { width: 160, height: 200 };
    expect(clearOf({ left: 1100, top: 44 }, menu, [STOP], WINDOW)).toEqual({ left: 1100, top: 105 });
    expect(clearOf({ left: 1000, top: 44 }, menu, [STOP], WINDOW)).toEqual({ left: 960, top: 44 });
  });

  it("has a hole where there is no room elsewhere", () => {
    const large = { left: 0, top: 0, width: 1280, height: 720 };
    expect(clearOf(large, large, [STOP], WINDOW)).toBe(large);
    expect(holes(large, [STOP])).toBe('path(evenodd, "M0 0h1280v720h-1280ZM1120 55h150v50h-150Z")');
    expect(holes({ left: 0, top: 0, width: 100, height: 100 }, [STOP])).toBe("");
  });
});
