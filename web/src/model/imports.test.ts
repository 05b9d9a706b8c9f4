import { describe, expect, test } from "vitest";
import { importRemedies, placeBeside } from "./imports";

describe("an import that was refused", () => {
  test("may go without meshes that are missing or not read", () => {
    const missing = { code: "missing-mesh", place: "bot.urdf", values: { files: ["hand.stl"] } };
    expect(importRemedies([missing])).toEqual({ withoutMeshes: true, candidates: [] });
    expect(importRemedies([{ ...missing, code: "bad-mesh" }]).withoutMeshes).toBe(true);
    expect(importRemedies([{ ...missing, code: "bad-model" }]).withoutMeshes).toBe(false);
  });

  test("asks which of several files is the robot", () => {
    const several = { code: "several", place: "", values: { files: ["a.xml", "b.xml"] } };
    expect(importRemedies([several])).toEqual({ withoutMeshes: false, candidates: ["a.xml", "b.xml"] });
    expect(importRemedies([])).toEqual({ withoutMeshes: false, candidates: [] });
  });

  test("names the file once, in its text or beside it", () => {
    expect(placeBeside({ code: "bad-file", place: "a.mjb", values: { file: "a.mjb" } })).toBe("");
    expect(placeBeside({ code: "not-allowed", place: "a.xml", values: { tag: "plugin" } })).toBe("a.xml");
  });
});
