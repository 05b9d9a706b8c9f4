import { describe, expect, it } from "vitest";
import type { RecordEntry } from "../../gen/messages";
import { attemptNumbers, byDay, fitting, outcomeOf } from "./list";

const entry = (name: string, when: Date, more: Partial<RecordEntry> = {}): RecordEntry => ({
  ...{
    name,
    exercise: "reach",
    title: { en: "Reach", ru: "Касание" },
    variant: "",
    operator: "",
    pilot: "",
    assisted: false,
    seed: 0,
  },
  ...{ started: when.getTime() / 1000, time: 10, points: 50, medal: "", success: true, reason: "success" },
  ...{ partial: "", size: 1, ...more },
});

const now = new Date(2026, 10, 16, 9, 30).getTime();
const entries = [
  entry("old", new Date(2026, 10, 11, 18, 3)),
  entry("late", new Date(2026, 10, 15, 23, 59, 59)),
  entry("early", new Date(2026, 10, 16, 0, 0, 1)),
  entry("new", new Date(2026, 10, 16, 9, 0)),
];

describe("records by day", () => {
  const groups = byDay(entries, now);

  it("are split at midnight of the local calendar", () => {
    expect(groups.map((group) => [group.day, group.entries.map((one) => one.name)])).toEqual([
      ["today", ["new", "early"]],
      ["yesterday", ["late"]],
      ["date", ["old"]],
    ]);
  });

  it("know their date", () => {
    expect(groups[2]?.date).toBe(new Date(2026, 10, 11).getTime());
  });

  it("find yesterday across a month", () => {
    const first = new Date(2026, 2, 1, 1).getTime();
    expect(byDay([entry("x", new Date(2026, 1, 28, 12))], first)[0]?.day).toBe("yesterday");
  });
});

describe("the list", () => {
  it("numbers attempts of an exercise in order of time", () => {
    const other = entry("line", new Date(2026, 10, 12), { exercise: "line" });
    const numbers = attemptNumbers([...entries, other]);
    expect(["old", "late", "early", "new", "line"].map((name) => numbers.get(name))).toEqual([1, 2, 3, 4, 1]);
  });

  it("gives no number to what a pilot showed", () => {
    const shown = entry("shown", new Date(2026, 10, 15, 12), { pilot: "command" });
    const numbers = attemptNumbers([...entries, shown]);
    expect(["old", "shown", "late"].map((name) => numbers.get(name))).toEqual([1, undefined, 2]);
  });

  it("is narrowed by words in the language, by exercise and by outcome", () => {
    const failed = entry("bad", new Date(now), { success: false, exercise: "line", title: "Line" });
    const all = [...entries, failed];
    const names = (text: string, exercise = "", outcome: "all" | "success" | "failed" = "all") =>
      fitting(all, { text, exercise, outcome }, "ru").map((one) => one.name);
    expect(names("КАСАНИЕ new")).toEqual(["new"]);
    expect(names("", "line")).toEqual(["bad"]);
    expect(names("", "", "failed")).toEqual(["bad"]);
    expect(names("", "", "success")).toHaveLength(4);
  });

  it("says why there is no score", () => {
    const of = (more: Partial<RecordEntry>) => outcomeOf(entry("x", new Date(now), more)).word;
    expect(of({})).toBe("");
    expect(of({ success: false, reason: "time" })).toBe("time");
    expect(of({ success: false, reason: "interrupted", partial: "cut off" })).toBe("interrupted");
    expect(of({ success: true, reason: "success", partial: "damaged" })).toBe("partial");
    expect(of({ success: false, reason: "running", partial: "it is being recorded now" })).toBe("running");
    expect(of({ success: false, reason: "abandoned" })).toBe("abandoned");
  });
});
