import fc from "fast-check";
import { expect, test } from "vitest";
import { FRAME_FLAGS } from "../gen/frame";
import type { ChannelInfo } from "../gen/messages";
import { FORGET, HISTORY, Hub } from "./hub";
import { HEAD, packFrame } from "./packing";
import { Ring } from "./ring";

/** A frame of one row with the values of the watched numbers. */
function frame(watch: number, time: number, values: readonly number[], gap = false): ArrayBuffer {
  const flags = gap ? FRAME_FLAGS.gap : 0;
  return packFrame({ ...HEAD, flags, watch, time, width: values.length, rows: 1, described: 1 }, [0, ...values]);
}

const channel = (name: string, start: number): ChannelInfo => ({
  name,
  start,
  shape: [],
  unit: "1",
  kind: "number",
  labels: [],
  description: "",
});

/** A hub with two signals, and a clock that the test turns. */
function made() {
  const clock = { now: 0 };
  const hub = new Hub(() => clock.now);
  hub.describe(1, [channel("a", 0), channel("b", 1)], []);
  const send = (time: number, ...values: number[]) => hub.take(frame(hub.watched.number, time, values));
  return { hub, clock, send };
}

test("a ring takes room as it is filled, and gives it back when it is cleared", () => {
  const ring = new Ring(HISTORY);
  const empty = ring.room;
  expect(empty).toBeLessThan(HISTORY / 50);
  for (let n = 0; n < 1000; n++) ring.push(n, n);
  expect(ring.room).toBeGreaterThanOrEqual(1000);
  expect(ring.room).toBeLessThan(HISTORY / 10);
  for (let n = 1000; n < HISTORY + 1000; n++) ring.push(n, n);
  expect(ring.room).toBe(HISTORY);
  expect(ring.since(0).times[0]).toBe(1000);
  ring.clear();
  expect(ring.room).toBe(empty);
  expect(ring.last).toBeUndefined();
});

test("a ring grows by pieces of the same size, so that no value costs more than another", () => {
  const ring = new Ring(HISTORY);
  const grown = new Set<number>();
  for (let n = 0; n < HISTORY; n++) {
    const before = ring.room;
    ring.push(n, n);
    if (ring.room > before) grown.add(ring.room - before);
  }
  expect(Math.max(...grown)).toBeLessThanOrEqual(256);
});

test("a ring that grows keeps every value in order until it is full", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 0, max: 4000 }), (capacity, count) => {
      const ring = new Ring(capacity);
      for (let n = 0; n < count; n++) ring.put(n, n + 1);
      const first = Math.max(0, count - capacity);
      expect([...ring.since(-1).times]).toEqual(Array.from({ length: count - first }, (_, n) => first + n));
      expect(ring.last).toBe(count > 0 ? count : undefined);
    }),
    { numRuns: 40 },
  );
});

test("a signal that nobody wants is forgotten after a while, and not before", () => {
  const { hub, clock, send } = made();
  hub.want("panel", ["a"]);
  hub.want("plots", ["b"]);
  send(0, 1, 2);
  hub.want("plots", []);
  clock.now = FORGET / 2;
  send(1, 1);
  expect(hub.value("b")).toBe(2);
  hub.want("plots", ["b"]); // the drawer is opened again: its line is still there
  send(2, 1, 3);
  expect([...(hub.history("b", 0)?.times ?? [])]).toContain(0);
  hub.want("plots", []);
  clock.now += 2 * FORGET;
  send(3, 1);
  expect(hub.value("b")).toBeUndefined();
  expect(hub.kept.numbers).toBe(1);
  expect(hub.history("a", 0)?.times.length).toBe(4);
});

test("a line that was not watched for a while has a hole, and one that was has none", () => {
  const { hub, send } = made();
  hub.want("panel", ["a"]);
  hub.want("plots", ["b"]);
  send(0, 1, 2);
  hub.want("plots", []);
  send(1, 1);
  hub.want("plots", ["b"]);
  send(2, 1, 3);
  send(3, 1, 3);
  const values = [...(hub.history("b", 0)?.values ?? [])];
  expect(values).toEqual([2, Number.NaN, 3, 3]);
  expect([...(hub.history("a", 0)?.values ?? [])]).toEqual([1, 1, 1, 1]);
});

test("rows that come again a hair later do not break the line", () => {
  const { hub, send } = made();
  hub.want("panel", ["a"]);
  for (const time of [0, 0.01, 0.01005, 0.02, 0.02002, 0.03]) send(time, 1);
  expect([...(hub.history("a", 0)?.values ?? [])].some(Number.isNaN)).toBe(false);
});

test("many signals that are only shown take little room", () => {
  const hub = new Hub(() => 0);
  hub.describe(
    1,
    Array.from({ length: 300 }, (_, n) => channel(`s${n}`, n)),
    [],
  );
  hub.want(
    "panel",
    Array.from({ length: 300 }, (_, n) => `s${n}`),
  );
  hub.take(frame(hub.watched.number, 0, new Array<number>(300).fill(1)));
  expect(hub.kept.numbers).toBe(300);
  expect(hub.kept.room).toBeLessThan(HISTORY * 3);
});
