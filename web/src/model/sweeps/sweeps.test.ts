import { describe, expect, test } from "vitest";
import type { FaultMessage, Rate } from "../../gen/messages";
import { draftOf, EMPTY, freeName, placed } from "./draft";
import { ALL, paged, queryOf, sortedBy } from "./runs";
import { actionOf, pauseAfter, shareOf } from "./watching";

const fault = (place: string, code = "bad-value"): FaultMessage => ({
  place, code, message: `at ${place}`, level: "", block: "", blocks: [], templates: [], values: {},
}); // biome-ignore format: a table
const rate = (hits: number, runs: number): Rate => ({ hits, runs, low: 0, high: 1 });

describe("a new sweep", () => {
  test("sends either seeds or how many are drawn, and points only where the plan has them", () => {
    expect(draftOf({ ...EMPTY, seeds: "3" }).draft).toMatchObject({ seeds: "3", draw: 0, points: 0 });
    expect(draftOf({ ...EMPTY, drawn: true, draw: 7, plan: "sobol", points: 16 }).draft).toMatchObject({
      seeds: "",
      draw: 7,
      points: 16,
    });
  });

  test("leaves empty lines out, and faults still come to the lines that they are of", () => {
    const vary = [
      { name: "", values: " " },
      { name: " pd.kp ", values: "1, 2" },
      { name: "pd.kd", values: "" },
    ];
    const { draft, lines } = draftOf({ ...EMPTY, vary });
    expect(draft.vary).toEqual([
      { name: "pd.kp", values: "1, 2" },
      { name: "pd.kd", values: "" },
    ]);
    const found = placed([fault("vary[0]", "unknown-name"), fault("vary[1]"), fault("seeds"), fault("")], lines);
    expect(found.lines).toEqual({ 1: { name: "at vary[0]" }, 2: { values: "at vary[1]" } });
    expect(found.fields).toEqual({ seeds: "at seeds" });
    expect(found.others).toEqual(["at "]);
  });

  test("gets a name that is free", () => {
    expect(freeName("reach", ["reach-1", "reach-2", "other-3"])).toBe("reach-3");
    expect(freeName("", [])).toBe("sweep-1");
    expect(freeName("x".repeat(80), []).length).toBeLessThanOrEqual(64);
  });
});

describe("the table of runs", () => {
  test("a column is sorted up, down, and not at all", () => {
    const up = sortedBy({ ...ALL, offset: 100 }, "points");
    const down = sortedBy(up, "points");
    expect(up).toMatchObject({ sort: "points", descending: false, offset: 0 });
    expect(down).toMatchObject({ sort: "points", descending: true });
    expect(sortedBy(down, "points")).toEqual(ALL);
    expect(sortedBy(down, "seed")).toMatchObject({ sort: "seed", descending: false });
  });

  test("pages stay within what there is", () => {
    expect(paged(ALL, -1, 120).offset).toBe(0);
    expect(paged(ALL, 5, 120).offset).toBe(100);
    expect(paged({ ...ALL, offset: 100 }, 0, 40).offset).toBe(0);
    expect(paged(ALL, 1, 100).offset).toBe(50);
  });

  test("only what is not usual is asked for", () => {
    expect(queryOf(ALL)).toBe("offset=0&limit=50");
    expect(queryOf({ ...ALL, outcome: "failed", cause: "time in stage 'a'" })).toBe(
      "offset=0&limit=50&outcome=failed&cause=time+in+stage+%27a%27",
    );
  });
});

describe("a sweep that is watched", () => {
  test("offers what fits its state", () => {
    const of = (state: Parameters<typeof actionOf>[0]["state"], done: number) =>
      actionOf({ state, runs: 10, success: rate(done, done) });
    expect([of("planned", 0), of("running", 3), of("interrupted", 3), of("done", 10)]).toEqual([
      "start",
      "stop",
      "goOn",
      "",
    ]);
    expect([of("failed", 0), of("failed", 4), of("stopping", 4)]).toEqual(["start", "goOn", ""]);
  });

  test("says its share, and is asked less often the longer an answer takes", () => {
    expect(shareOf({ runs: 8, success: rate(1, 2) })).toBe(0.25);
    expect(shareOf({ runs: 0, success: rate(0, 0) })).toBe(0);
    expect(shareOf({ runs: 4, success: rate(5, 5) })).toBe(1);
    expect([pauseAfter(10), pauseAfter(3000)]).toEqual([1000, 12_000]);
  });
});
