import fc from "fast-check";
import { expect, test } from "vitest";
import { FRAME_HEAD_AT } from "../gen/frame";
import type { ChannelInfo } from "../gen/messages";
import { Directory } from "./channels";
import { decodeFrame } from "./frame";
import { Hub } from "./hub";
import { HEAD, packFrame } from "./packing";
import { Ring } from "./ring";

interface Given {
  tick?: number;
  time?: number;
  watch?: number;
  described?: number;
  flags?: number;
  bodies?: number[][];
  rows?: number[][];
}

function pack({
  tick = 7,
  time = 0.07,
  watch = 1,
  described = 0,
  flags = 0,
  bodies = [],
  rows = [],
}: Given): ArrayBuffer {
  const width = (rows[0]?.length ?? 1) - 1;
  const head = { ...HEAD, flags, watch, tick, time, width, described, bodies: bodies.length, rows: rows.length };
  return packFrame({ ...head, overruns: 3 }, [...bodies.flat(), ...rows.flat()]);
}

const channel = (name: string, start: number, shape: number[] = [], labels: string[] = []): ChannelInfo => ({
  name,
  start,
  shape,
  unit: "rad",
  kind: "number",
  labels,
  description: "",
});

test("a frame gives back what was packed", () => {
  const frame = decodeFrame(
    pack({
      flags: 5,
      bodies: [[1, 2, 3, 1, 0, 0, 0]],
      rows: [
        [-0.01, 4, 5],
        [0, 6, 7],
      ],
    }),
  );
  expect(frame).toMatchObject({ state: "running", stopped: true, operator: false, gap: true, tick: 7, overruns: 3 });
  expect([...(frame?.poses ?? [])]).toEqual([1, 2, 3, 1, 0, 0, 0]);
  expect(frame?.rows[1]).toBe(4);
  expect(frame?.rows[5]).toBe(7);
});

test("bytes of another length, kind or state are no frame", () => {
  const good = pack({ rows: [[0, 1]] });
  expect(decodeFrame(good.slice(0, good.byteLength - 1))).toBeNull();
  expect(decodeFrame(new ArrayBuffer(8))).toBeNull();
  const other = good.slice(0);
  new DataView(other).setUint8(FRAME_HEAD_AT.kind, 2);
  expect(decodeFrame(other)).toBeNull();
  const state = good.slice(0);
  new DataView(state).setUint8(FRAME_HEAD_AT.state, 99);
  expect(decodeFrame(state)).toBeNull();
});

test("no bytes make the decoder fail", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      decodeFrame(Uint8Array.from(bytes).buffer);
    }),
  );
});

test("a ring keeps the newest values in order", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 60 }),
      fc.integer({ min: 0, max: 70 }),
      (capacity, values, from) => {
        const ring = new Ring(capacity);
        for (const [time, value] of values.entries()) ring.push(time, value);
        const kept = values
          .map((value, time) => [time, value] as const)
          .slice(-capacity)
          .filter(([time]) => time >= from);
        const found = ring.since(from);
        expect([...found.times]).toEqual(kept.map(([time]) => time));
        expect([...found.values]).toEqual(kept.map(([, value]) => value));
        expect(ring.last).toBe(values.at(-1));
      },
    ),
  );
});

test("entries go by label and by number", () => {
  const directory = new Directory([
    channel("sensor.angles", 1, [2], ["shoulder", "elbow"]),
    channel("time", 0),
    channel("m", 3, [2, 2]),
  ]);
  expect(directory.entries("sensor.angles").map((entry) => entry.name)).toEqual([
    "sensor.angles[shoulder]",
    "sensor.angles[elbow]",
  ]);
  expect(directory.entries("sensor.angles[1]")[0]?.name).toBe("sensor.angles[elbow]");
  expect(directory.entries("m[1,0]")[0]?.index).toBe(2);
  expect(directory.entries("nothing")).toEqual([]);
});

function described(): Hub {
  const hub = new Hub();
  hub.describe(0, [channel("a", 0), channel("b", 1, [2])], ["hand"]);
  return hub;
}

test("the hub asks for the union of what views want, once", () => {
  const hub = described();
  const asked: string[][] = [];
  hub.onWatch = (_, signals) => asked.push(signals);
  hub.want("plots", ["b", "unknown"]);
  hub.want("panel", ["a", "b"]);
  hub.want("scene", ["a"]);
  hub.want("plots", []);
  expect(asked).toEqual([["b"], ["a", "b"]]);
});

test("values follow frames of the list that is watched, and histories survive a longer list", () => {
  const hub = described();
  hub.want("plots", ["b"]);
  hub.take(
    pack({
      watch: hub.watched.number,
      time: 1,
      rows: [
        [-0.01, 1, 2],
        [0, 3, 4],
      ],
    }),
  );
  expect(hub.values("b")).toEqual([3, 4]);
  hub.want("panel", ["a"]);
  hub.take(pack({ watch: hub.watched.number - 1, time: 1.01, rows: [[0, 9, 9]] }));
  expect(hub.values("b")).toEqual([3, 4]);
  hub.take(pack({ watch: hub.watched.number, time: 1.02, rows: [[0, 5, 6, 7]] }));
  expect(hub.value("a")).toBe(5);
  expect([...(hub.history("b[1]", 0)?.values ?? [])]).toEqual([2, 4, 7]);
});

test("rows that came before are not kept twice, and a gap is told", () => {
  const hub = described();
  hub.want("plots", ["a"]);
  const watch = hub.watched.number;
  hub.take(pack({ watch, time: 1, rows: [[0, 1]] }));
  hub.take(
    pack({
      watch,
      time: 1.01,
      rows: [
        [-0.01, 1],
        [0, 2],
      ],
    }),
  );
  hub.take(pack({ watch, time: 3, flags: 4, rows: [[0, 3]] }));
  expect([...(hub.history("a", 0)?.values ?? [])]).toEqual([1, 2, Number.NaN, 3]);
});

test("while time stands still, the newest values take the place of those of the same time", () => {
  const hub = described();
  hub.want("plots", ["a"]);
  hub.take(pack({ watch: hub.watched.number, time: 1, rows: [[0, 1]] }));
  hub.take(pack({ watch: hub.watched.number, time: 1, rows: [[0, 5]] }));
  hub.want("panel", ["b"]);
  hub.take(pack({ watch: hub.watched.number, time: 1, rows: [[0, 6, 7, 8]] }));
  expect([...(hub.history("a", 0)?.values ?? [])]).toEqual([6]);
  expect(hub.values("b")).toEqual([7, 8]);
});

test("a clock that begins anew begins new histories", () => {
  const hub = described();
  hub.want("plots", ["a"]);
  hub.take(pack({ watch: hub.watched.number, time: 9, rows: [[0, 1]] }));
  hub.take(pack({ watch: hub.watched.number, time: 0.01, rows: [[0, 2]] }));
  expect([...(hub.history("a", 0)?.values ?? [])]).toEqual([2]);
});

test("frames of a session that was opened anew wait for its description", () => {
  const hub = described();
  expect(hub.take(pack({ described: 1 }))).toBeNull();
  hub.describe(1, [], []);
  expect(hub.take(pack({ described: 1 }))?.tick).toBe(7);
});
