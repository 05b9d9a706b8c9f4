import { describe, expect, it } from "vitest";
import type { Measure, RecordEntry, ScorePart } from "../../gen/messages";
import { difference, measureRows, partRows, stageRows } from "./compare";

const part = (name: string, points: number, most = 40): ScorePart => ({
  name,
  title: name.toUpperCase(),
  points,
  most,
  counts: true,
});
const scored = (points: number | null, parts: ScorePart[], exercise = "reach") => ({
  entry: { exercise, points } as RecordEntry,
  parts,
});

describe("the difference of two scores", () => {
  it("names the part that gained most", () => {
    const a = scored(78.4, [part("time", 20), part("path", 30), part("jerk", 28.4)]);
    const b = scored(61, [part("time", 22), part("path", 12), part("jerk", 27)]);
    expect(difference(a, b)).toEqual({ kind: "points", better: true, points: 17, main: "PATH" });
    expect(difference(b, a)).toEqual({ kind: "points", better: false, points: 17, main: "PATH" });
  });

  it("counts deductions of one of them", () => {
    const a = scored(80, [part("time", 30)]);
    const b = scored(65, [part("time", 30), part("off", -15, 0)]);
    expect(difference(a, b)).toMatchObject({ better: true, main: "OFF" });
  });

  it("is that of the whole points, as they are shown", () => {
    expect(difference(scored(77.4, []), scored(77.6, []))).toEqual({ kind: "same" });
    expect(difference(scored(78.1, []), scored(77.9, []))).toMatchObject({ points: 1, main: null });
  });

  it("is not told where there is nothing to compare", () => {
    expect(difference(scored(5, []), null).kind).toBe("none");
    expect(difference(scored(null, []), scored(5, []))).toEqual({ kind: "unscored", which: "a" });
    expect(difference(scored(5, []), scored(5, [], "line")).kind).toBe("foreign");
  });
});

const measure = (name: string, value: number | null, unit = "m", better: Measure["better"] = "less"): Measure => ({
  ...{ name, title: name, value, unit, better, counts: true },
});

describe("measures", () => {
  const rows = measureRows(
    [measure("path", 2), measure("stops", 0, "1"), measure("hits", 3, "1", "more"), measure("force", null)],
    [measure("path", 4), measure("stops", 1, "1"), measure("hits", 1, "1", "more"), measure("force", null)],
  );

  it("change by a share, counts by a number", () => {
    expect(rows.map((row) => row.change)).toEqual([
      { kind: "share", value: -0.5 },
      { kind: "count", value: -1 },
      { kind: "count", value: 2 },
    ]);
  });

  it("shine neither green nor red where an attempt was not completed", () => {
    const failed = { ...measure("path", 1), counts: false };
    expect(measureRows([failed], [measure("path", 4)])[0]).toMatchObject({ good: null, counts: false });
    expect(measureRows([measure("path", 1)], [measure("path", 4)])[0]).toMatchObject({ good: true, counts: true });
  });

  it("are good in the direction that is better", () => {
    expect(rows.map((row) => row.good)).toEqual([true, true, true]);
    expect(measureRows([measure("x", 2)], [measure("x", 1)])[0]?.good).toBe(false);
    expect(measureRows([measure("x", 2, "m", "")], [measure("x", 1)])[0]?.good).toBeNull();
    expect(measureRows([measure("x", 2)], [measure("x", 2)])[0]?.good).toBeNull();
  });

  it("do not divide by nothing", () => {
    expect(measureRows([measure("x", 2)], [measure("x", 0)])[0]?.change).toEqual({ kind: "count", value: 2 });
  });
});

describe("parts and stages", () => {
  it("stand in one list, also those that only one has", () => {
    const rows = partRows([part("time", 20)], [part("time", 10), part("off", -5, 0)]);
    expect(rows.map((row) => [row.name, row.a, row.b])).toEqual([
      ["time", 20, 10],
      ["off", null, -5],
    ]);
  });

  it("have no time when they were not passed", () => {
    const stage = (end: number | null) => [{ name: "one", title: "One", begin: 1, end }];
    expect(stageRows(stage(4), stage(null))).toEqual([{ name: "one", title: "One", a: 3, b: null }]);
  });
});
