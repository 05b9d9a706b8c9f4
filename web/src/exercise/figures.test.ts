import { describe, expect, it } from "vitest";
import type { ReadingAccount } from "@/gen/messages";
import { en } from "@/words/en";
import { Format } from "@/words/format";
import { limitOf, neededText, readingText, shownReadings, shownValue } from "./figures";

const reading = (part: Partial<ReadingAccount>): ReadingAccount => ({
  title: { en: "distance" },
  value: null,
  unit: "m",
  above: null,
  below: null,
  holds: false,
  kind: "",
  ...part,
});
const format = new Format("en");

describe("a reading of a goal", () => {
  it("is shown in the unit that fits its limit", () => {
    const near = reading({ value: 0.464, below: 0.012 });
    expect(shownValue(format, 0.464, "m", limitOf(near))).toBe("464\u00a0mm");
    expect(neededText(format, en, near)).toBe("max 12\u00a0mm");
    const tilt = reading({ unit: "rad", value: 0.19, below: 0.2618 });
    expect(shownValue(format, 0.19, "rad", limitOf(tilt))).toBe("10.9°");
    expect(neededText(format, en, tilt)).toBe("max 15°");
  });

  it("tells both limits where there are two", () => {
    expect(neededText(format, en, reading({ unit: "N", above: 4, below: 12 }))).toBe("4\u00a0N to 12\u00a0N");
  });

  it("is inside or outside, without a limit of 0", () => {
    const box = reading({ kind: "outside", below: 0, value: 0.085 });
    expect([readingText(format, en, box), neededText(format, en, box)]).toEqual(["85\u00a0mm outside", ""]);
    expect(readingText(format, en, { ...box, value: -0.01 })).toBe("inside");
    const touch = reading({ kind: "contact", unit: "N", above: 0, value: 3 });
    expect(neededText(format, en, touch)).toBe("");
    expect(neededText(format, en, { ...touch, above: 2 })).toBe("min 2\u00a0N");
  });

  it("stands before parts that have no words for people, and is not repeated", () => {
    const named = reading({ below: 0.012 });
    const plain = reading({ title: "panel.unreachable", above: 0.5 });
    expect(shownReadings([named, plain, named])).toEqual([named]);
    expect(shownReadings([plain])).toEqual([plain]);
  });
});
