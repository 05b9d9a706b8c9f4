import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Format } from "../../words/format";
import {
  addTimeChart,
  addXyChart,
  changeChart,
  dropSignal,
  isPlan,
  type Plan,
  putSignal,
  removeChart,
  signalsOf,
  type TimeChart,
} from "./layout";
import { decimalsOf, niceRange, ticksIn } from "./range";
import { absoluteLabel, relativeLabel, timeStep, timeTicks } from "./times";
import {
  createView,
  panBy,
  pauseAt,
  resume,
  setWindow,
  shownTimes,
  stretch,
  toggleMeasure,
  unzoom,
  zoomAbout,
  zoomTo,
} from "./view";

const en = new Format("en");
const ru = new Format("ru");

describe("labels of times", () => {
  it("count back from now in whole steps", () => {
    const step = timeStep(10, 10);
    const ticks = timeTicks(113.37, 123.37, 123.37, step);
    const labels = ticks.map((time) => relativeLabel(time, 123.37, step, "now", en));
    expect(labels).toHaveLength(11);
    expect(labels[0]).toBe("−10\u00a0s");
    expect(labels[9]).toBe("−1\u00a0s");
    expect(labels[10]).toBe("now");
  });

  it("have decimals and the sign of the language where steps are short", () => {
    expect(relativeLabel(9.8, 10, 0.2, "now", en)).toBe("−0.2\u00a0s");
    expect(relativeLabel(9.8, 10, 0.2, "сейчас", ru)).toBe("−0,2\u00a0с");
  });

  it("are minutes and seconds for long windows and for records", () => {
    expect(relativeLabel(0, 150, 30, "now", en)).toBe("−02:30");
    expect(absoluteLabel(75, 5, en)).toBe("01:15");
    expect(absoluteLabel(75.25, 0.05, en)).toBe("01:15.25");
  });

  it("are never more than asked", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.05, max: 20_000, noNaN: true }), fc.integer({ min: 2, max: 20 }), (span, most) => {
        expect(timeTicks(0, span, 0, timeStep(span, most)).length).toBeLessThanOrEqual(most + 1);
      }),
    );
  });
});

describe("niceRange", () => {
  it("holds all values", () => {
    const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(value, value, (a, b) => {
        const [low, high] = niceRange(Math.min(a, b), Math.max(a, b), null);
        expect(low).toBeLessThanOrEqual(Math.min(a, b));
        expect(high).toBeGreaterThanOrEqual(Math.max(a, b));
        expect(high).toBeGreaterThan(low);
      }),
    );
  });

  it("stays while values fill it, and shrinks when they do not", () => {
    const before = [0, 10] as const;
    expect(niceRange(1, 8, before)).toBe(before);
    expect(niceRange(1, 2, before)[1]).toBeLessThan(10);
    expect(niceRange(Number.NaN, Number.NaN, before)).toBe(before);
  });
});

it("ticks are round and written with the decimals they need", () => {
  const ticks = ticksIn(-0.42, 1.21, 4);
  expect(ticks).toEqual([0, 0.5, 1]);
  expect(decimalsOf(ticks)).toBe(1);
  expect(decimalsOf([0, 20])).toBe(0);
});

describe("the view", () => {
  it("follows, stands still when paused, and follows again", () => {
    const view = createView(10);
    expect(shownTimes(view.getState(), 50)).toEqual([40, 50]);
    pauseAt(view, 50);
    expect(shownTimes(view.getState(), 70)).toEqual([40, 50]);
    resume(view);
    expect(shownTimes(view.getState(), 70)).toEqual([60, 70]);
  });

  it("goes back to following after a zoom, but stays paused if it was", () => {
    const view = createView(10);
    zoomTo(view, 47, 42, 50, true);
    expect(shownTimes(view.getState(), 60)).toEqual([42, 47]);
    unzoom(view);
    expect(shownTimes(view.getState(), 60)).toEqual([50, 60]);
    pauseAt(view, 60);
    zoomTo(view, 55, 56, 61, true);
    unzoom(view);
    expect(shownTimes(view.getState(), 80)).toEqual([50, 60]);
  });

  it("zooms about a time that stays where it is, and moves", () => {
    const view = createView(0);
    zoomAbout(view, 25, 0.5, 100, false);
    expect(shownTimes(view.getState(), 100)).toEqual([12.5, 62.5]);
    panBy(view, 10, 100, false);
    expect(shownTimes(view.getState(), 100)).toEqual([22.5, 72.5]);
    setWindow(view, 5);
    expect(shownTimes(view.getState(), 100)).toEqual([95, 100]);
  });

  it("goes on following when its length is changed", () => {
    const view = createView(10);
    stretch(view, 0.5);
    expect(shownTimes(view.getState(), 50)).toEqual([45, 50]);
    stretch(view, 1e6);
    expect(view.getState().window).toBe(300);
  });

  it("puts the measuring cursors into what is seen and pauses a session", () => {
    const view = createView(9);
    toggleMeasure(view, 9, true);
    expect(view.getState().measure).toEqual([3, 6]);
    expect(view.getState().heldAt).toBe(9);
    toggleMeasure(view, 9, true);
    expect(view.getState().measure).toBeNull();
  });
});

describe("the plan of charts", () => {
  const plan: Plan = addXyChart(addTimeChart(addTimeChart([], ["a", "b"])), "a", "c");

  it("moves a signal from chart to chart", () => {
    const moved = putSignal(plan, "a", "chart2", "chart1");
    expect(moved.map((chart) => (chart.kind === "time" ? chart.signals : null))).toEqual([["b"], ["a"], null]);
    expect(dropSignal(moved, "a", "chart2")[1]).toMatchObject({ signals: [] });
  });

  it("has ids of their own, and knows all signals", () => {
    expect(plan.map(({ id }) => id)).toEqual(["chart1", "chart2", "chart3"]);
    expect(addTimeChart(removeChart(plan, "chart2")).map(({ id }) => id)).toEqual(["chart1", "chart3", "chart2"]);
    expect(signalsOf(plan)).toEqual(["a", "b", "c"]);
  });

  it("is taken back from storage only if it is one", () => {
    const limited = changeChart<TimeChart>(plan, "chart1", { limits: [{ value: 1, unit: "m" }] });
    expect(isPlan(JSON.parse(JSON.stringify(limited)))).toBe(true);
    expect(isPlan([{ id: "a", kind: "time", signals: [1], limits: [] }])).toBe(false);
    expect(isPlan({})).toBe(false);
  });
});
