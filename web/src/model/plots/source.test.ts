import { describe, expect, it } from "vitest";
import { ROWS_HEAD_SIZE, writeRowsHead } from "@/gen/binary";
import type { RecordInfo } from "../../gen/messages";
import { Hub } from "../hub";
import { HEAD, packFrame } from "../packing";
import { csvOf } from "./csv";
import { linesOf } from "./lines";
import { decodeRows, RecordSource, rowsPath } from "./record";
import { cut, LiveSource, valueAt } from "./source";
import { equalRanges, extent, pairOf } from "./xy";

function rowsOf(rows: readonly number[][]): ArrayBuffer {
  const width = (rows[0]?.length ?? 1) - 1;
  const buffer = new ArrayBuffer(ROWS_HEAD_SIZE + 4 * rows.length * (1 + width));
  writeRowsHead(new DataView(buffer), { rows: rows.length, width });
  new Float32Array(buffer, ROWS_HEAD_SIZE).set(rows.flat());
  return buffer;
}

const INFO = {
  entry: { name: "a b.mcap" },
  dt: 0.5,
  rows: 3,
  events: [{ time: 0.5, kind: "stage", text: { en: "Target 1", ru: "Цель 1" }, points: 0 }],
  channels: [
    { name: "sensor.angles", start: 0, shape: [2], unit: "rad", kind: "number", labels: ["a", "b"], description: "" },
    { name: "power", start: 2, shape: [], unit: "W", kind: "number", labels: [], description: "" },
  ],
} as unknown as RecordInfo;

const ANGLES = rowsOf([
  [0, 1, 10],
  [0.5, 2, 20],
  [1, 3, 30],
]);

describe("decodeRows", () => {
  it("gives times and columns", () => {
    const { times, columns } = decodeRows(ANGLES);
    expect([...times]).toEqual([0, 0.5, 1]);
    expect(columns.map((column) => [...column])).toEqual([
      [1, 2, 3],
      [10, 20, 30],
    ]);
  });

  it("refuses bytes of another length", () => {
    expect(() => decodeRows(ANGLES.slice(0, 20))).toThrow(RangeError);
    expect(() => decodeRows(new ArrayBuffer(4))).toThrow(RangeError);
  });
});

function frameOf(time: number, watch: number, row: readonly number[]): ArrayBuffer {
  return packFrame({ ...HEAD, watch, time, width: row.length, rows: 1, described: 1 }, [0, ...row]);
}

it("LiveSource has every time once, though one view wants the whole signal and another an entry of it", () => {
  const hub = new Hub();
  const source = new LiveSource(hub);
  hub.describe(1, INFO.channels, []);
  source.want("panel", ["sensor.angles"]);
  source.want("chart", ["sensor.angles[b]", "power"]);
  const { number, signals } = hub.watched;
  expect(signals).toEqual(["power", "sensor.angles", "sensor.angles[b]"]);
  hub.take(frameOf(1, number, [7, 1, 2, 2]));
  hub.take(frameOf(2, number, [8, 3, 4, 4]));
  const angle = source.history("sensor.angles[b]", 0, 3);
  expect([...(angle?.times ?? [])]).toEqual([1, 2]);
  expect([...(angle?.values ?? [])]).toEqual([2, 4]);
  expect(source.last("power")).toBe(8);
  expect(source.now()).toBe(2);
});

describe("RecordSource", () => {
  it("fetches a channel once, tells when it is there and cuts it", async () => {
    const asked: string[] = [];
    const source = new RecordSource(INFO, async (path) => {
      asked.push(path);
      return ANGLES;
    });
    const told = new Promise<void>((done) => source.subscribe(done));
    source.want("chart", ["sensor.angles[a]"]);
    source.want("other", ["sensor.angles[b]", "gone"]);
    expect(source.history("sensor.angles[b]", 0, 1)).toBeUndefined();
    await told;
    expect(asked).toEqual([rowsPath("a b.mcap", ["sensor.angles"])]);
    expect(asked[0]).toBe("/api/records/a%20b.mcap/rows?signals=sensor.angles");
    expect([...(source.history("sensor.angles[b]", 0.6, 0.9)?.values ?? [])]).toEqual([20, 30]);
    expect(source.last("sensor.angles[1]")).toBe(30);
    expect(source.now()).toBe(1);
    expect(source.marks()).toEqual([{ time: 0.5, kind: "stage", text: { en: "Target 1", ru: "Цель 1" } }]);
  });

  it("says why it has no signals, and asks again", async () => {
    let fails = true;
    const source = new RecordSource(INFO, async () => {
      if (fails) throw new Error("The studio does not answer.");
      return rowsOf([[0, 5]]);
    });
    source.want("chart", ["power"]);
    await new Promise<void>((done) => source.subscribe(done));
    expect(source.fault()).toBe("The studio does not answer.");
    fails = false;
    const told = new Promise<void>((done) => source.subscribe(() => source.last("power") === 5 && done()));
    source.retry();
    await told;
    expect(source.fault()).toBe("");
  });
});

const series = (times: number[], values: number[]) => ({
  times: Float64Array.from(times),
  values: Float32Array.from(values),
});

describe("cut and valueAt", () => {
  it("keeps one sample more at each side", () => {
    const part = cut(series([0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5]), 1.5, 3.5);
    expect([...part.times]).toEqual([1, 2, 3, 4]);
  });

  it("takes the nearest value within reach", () => {
    const two = series([1, 2], [10, 20]);
    expect(valueAt(two, 1.4)).toBe(10);
    expect(valueAt(two, 1.6)).toBe(20);
    expect(valueAt(two, 9, 1)).toBeNaN();
    expect(valueAt(undefined, 1)).toBeNaN();
  });
});

describe("csvOf", () => {
  const source = new RecordSource(INFO, async () => ANGLES);
  const lines = linesOf(source, ["sensor.angles[a]", "power"], [], new Map());

  it("has a head with SI units, all times and a decimal point", () => {
    const text = csvOf(lines, [series([0, 0.5], [0.25, -1.5]), series([0.5, 1], [7, Number.NaN])]);
    expect(text).toBe("time [s],sensor.angles[a] [rad],power [W]\n0,0.25,\n0.5,-1.5,7\n");
  });

  it("has one row for a moment that two signals tell with different last digits", () => {
    const text = csvOf(lines, [series([0.1, 0.1 + 0.2], [1, 2]), series([0.1, 0.3], [3, 4])]);
    expect(text.split("\n").slice(1)).toEqual(["0.1,1,3", "0.3,2,4", ""]);
  });

  it("quotes names with a comma", () => {
    const line = { ...lines[0], name: "scheme.m.y[0,1]", unit: "1" } as (typeof lines)[number];
    expect(csvOf([line], [undefined])).toBe('time [s],"scheme.m.y[0,1]"\n');
  });
});

describe("pairOf", () => {
  it("pairs what was taken at the same time and breaks where one is missing", () => {
    const trail = pairOf(series([0, 1, 2, 3], [5, 6, Number.NaN, 8]), series([1, 2, 3, 4], [60, 70, 80, 90]));
    expect(trail.times).toEqual([1, 2, 3]);
    expect(trail.x).toEqual([6, Number.NaN, 8]);
    expect(trail.y).toEqual([60, Number.NaN, 80]);
  });

  it("joins over one lost sample, but not over many", () => {
    const times = (jump: number) => [0, 0.01, 0.02, 0.02 + jump - 1e-4, 0.02 + jump, 0.03 + jump];
    const values = [1, 1, 1, Number.NaN, 1, 1];
    const joined = (jump: number) => pairOf(series(times(jump), values), series(times(jump), values)).x;
    expect(joined(0.02)).toEqual([1, 1, 1, 1, 1]);
    expect(joined(0.5)).toEqual([1, 1, 1, Number.NaN, 1, 1]);
  });

  it("is empty without both", () => {
    expect(pairOf(undefined, series([0], [1])).times).toEqual([]);
  });
});

it("equalRanges has the same length of a unit both ways and keeps both ranges inside", () => {
  const { x, y } = equalRanges([0, 2], [0, 1], 100, 100);
  expect((x[1] - x[0]) / 100).toBeCloseTo((y[1] - y[0]) / 100);
  expect(x).toEqual([0, 2]);
  expect(y).toEqual([-0.5, 1.5]);
});

it("extent ignores what is missing", () => {
  expect(extent([3, Number.NaN, -1])).toEqual([-1, 3]);
});
