import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnTimes, columnWidth, decimate, everyPoint, SLOTS } from "./decimate";
import type { Series } from "./source";
import { tableOf } from "./table";

const samples = (values: readonly number[], step = 0.01, begin = 0): Series => ({
  times: Float64Array.from(values, (_, i) => begin + i * step),
  values: Float32Array.from(values),
});

const numbers = (points: readonly (number | null | undefined)[]) =>
  points.filter((point): point is number => typeof point === "number");

describe("decimate", () => {
  it("keeps the least and the greatest of every column", () => {
    fc.assert(
      fc.property(
        fc.array(fc.float({ noNaN: true, min: -1000, max: 1000 }), { minLength: 1, maxLength: 400 }),
        fc.integer({ min: 1, max: 40 }),
        (values, columns) => {
          const series = samples(values);
          const width = columnWidth(values.length * 0.01, columns);
          const count = Math.floor(((values.length - 1) * 0.01) / width) + 1;
          const points = decimate(series, 0, count, width);
          for (let column = 0; column < count; column++) {
            const inside = [...series.values].filter((_, i) => Math.floor((series.times[i] ?? 0) / width) === column);
            const kept = numbers(points.slice(SLOTS * column, SLOTS * column + SLOTS));
            if (inside.length === 0) expect(kept).toEqual([]);
            else {
              expect(Math.min(...kept)).toBe(Math.min(...inside));
              expect(Math.max(...kept)).toBe(Math.max(...inside));
            }
          }
        },
      ),
    );
  });

  it("keeps the order in which extremes came", () => {
    const points = decimate(samples([5, 9, 1, 4]), 0, 1, 0.5);
    expect(numbers(points)).toEqual([9, 1]);
  });

  it("breaks the line at a missing value and at a jump in time", () => {
    const broken = decimate(samples([1, 2, Number.NaN, 3, 4]), 0, 1, 0.5);
    expect(broken[2]).toBeNull();
    const series: Series = {
      times: Float64Array.from([0, 0.1, 0.2, 0.3, 4.1, 4.2, 4.3]),
      values: Float32Array.from([1, 1, 1, 1, 2, 2, 2]),
    };
    const points = decimate(series, 0, 5, 1);
    expect(points.slice(SLOTS, 4 * SLOTS)).toContain(null);
  });

  it("multiplies values", () => {
    expect(numbers(decimate(samples([1, 2]), 0, 1, 1, 10))).toEqual([10, 20]);
  });
});

describe("columnWidth", () => {
  it("is a power of two and at most the share of a column", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 1e5, noNaN: true }),
        fc.integer({ min: 1, max: 4000 }),
        (span, columns) => {
          const width = columnWidth(span, columns);
          expect(Number.isInteger(Math.log2(width))).toBe(true);
          expect(width).toBeLessThanOrEqual(span / columns);
          expect(2 * width).toBeGreaterThan(span / columns);
        },
      ),
    );
  });
});

describe("everyPoint", () => {
  it("puts a break between samples that are far apart", () => {
    const series: Series = { times: Float64Array.from([0, 1, 2, 3, 30, 31, 32]), values: new Float32Array(7) };
    const { times, points } = everyPoint(series);
    expect(times).toEqual([0, 1, 2, 3, 16.5, 30, 31, 32]);
    expect(points[4]).toBeNull();
  });
});

describe("samples lost on the way", () => {
  const lossy = (jump: number): Series => {
    const times = [0, 0.01, 0.02, 0.02 + jump - 1e-4, 0.02 + jump, 0.03 + jump, 0.04 + jump];
    return { times: Float64Array.from(times), values: Float32Array.from([1, 1, 1, Number.NaN, 1, 1, 1]) };
  };

  it("break the line only when many are lost", () => {
    expect(everyPoint(lossy(0.02)).points).toEqual([1, 1, 1, 1, 1, 1]);
    expect(everyPoint(lossy(0.5)).points).toEqual([1, 1, 1, null, 1, 1, 1]);
    expect(decimate(lossy(0.02), 0, 1, 0.25)).not.toContain(null);
    expect(decimate(lossy(0.5), 0, 4, 0.25)).toContain(null);
  });
});

describe("tableOf", () => {
  it("gives every line a value for each of the common times, in order", () => {
    const one = samples([1, 2, 3], 1);
    const two = samples([7, 8], 1, 1);
    const table = tableOf([one, two, undefined], [1, 2, 1], 0, 3, 100);
    const times = [...table.times];
    expect(times.slice(1, -1)).toEqual([0, 1, 2]);
    expect(table.lines[0]?.slice(1, -1)).toEqual([1, 2, 3]);
    expect(table.lines[1]?.slice(1, -1)).toEqual([undefined, 14, 16]);
    expect(numbers(table.lines[2] ?? [])).toEqual([]);
  });

  it("draws five minutes of 100 Hz with few points and all extremes", () => {
    const values = Array.from({ length: 30_000 }, (_, i) => Math.sin(i / 37));
    values[12_345] = 42;
    const table = tableOf([samples(values)], [1], 0, 300, 1000);
    const line = table.lines[0] ?? [];
    expect(line.length).toBe(table.times.length);
    expect(line.length).toBeLessThanOrEqual(SLOTS * 2 * 1003);
    expect(Math.max(...numbers(line))).toBe(42);
    expect([...table.times]).toEqual([...table.times].sort((a, b) => a - b));
  });

  it("has times at both edges when there are no samples", () => {
    const times = [...tableOf([], [], 5, 6, 100).times];
    expect(times[0]).toBeLessThan(5);
    expect(times.at(-1)).toBeGreaterThan(6);
  });
});

describe("columnTimes", () => {
  it("lie inside their columns and increase", () => {
    const times = [...columnTimes(4, 3, 0.5)];
    expect(times).toEqual([...times].sort((a, b) => a - b));
    times.forEach((time, i) => {
      expect(Math.floor(time / 0.5)).toBe(4 + Math.floor(i / SLOTS));
    });
  });
});
