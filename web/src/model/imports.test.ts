import { describe, expect, test } from "vitest";
import { importRemedies } from "./imports";

describe("a robot that was refused", () => {
  test("may get simple shapes for meshes that are missing or not read, and names what is missing", () => {
    const missing = { code: "missing-mesh", place: "bot.urdf", values: { files: ["hand.stl"] } };
    expect(importRemedies([missing])).toEqual({ withoutMeshes: true, missing: ["hand.stl"], candidates: [] });
    expect(importRemedies([{ ...missing, code: "bad-mesh" }]).withoutMeshes).toBe(true);
    expect(importRemedies([{ ...missing, code: "bad-model" }]).withoutMeshes).toBe(false);
  });

  test("asks which of several files is the robot", () => {
    const several = { code: "several", place: "", values: { files: ["a.xml", "b.xml"] } };
    expect(importRemedies([several])).toEqual({ withoutMeshes: false, missing: [], candidates: ["a.xml", "b.xml"] });
    expect(importRemedies([]).candidates).toEqual([]);
  });
});
