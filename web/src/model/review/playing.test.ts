import { describe, expect, it } from "vitest";
import { momentsOf, nextMoment } from "./events";
import { columnsOf, rangeOf, rulerMarks } from "./lane";
import { Player } from "./player";
import { piece, pieceAt, pieceCount, placeAt, trailOf } from "./trail";

describe("the player", () => {
  const ready = () => {
    const player = new Player();
    player.length = 10;
    return player;
  };

  it("runs at its speed and stops at the end", () => {
    const player = ready();
    player.speed = 4;
    player.play();
    player.advance(1);
    expect(player.time).toBe(4);
    player.advance(2);
    expect([player.time, player.playing]).toEqual([10, false]);
  });

  it("begins anew when it is played at the end", () => {
    const player = ready();
    player.seek(10);
    player.play();
    expect([player.time, player.playing]).toEqual([0, true]);
  });

  it("stays inside when its length becomes less", () => {
    const player = ready();
    player.seek(9);
    player.length = 5;
    expect(player.time).toBe(5);
  });

  it("tells of every move", () => {
    const player = ready();
    let told = 0;
    const end = player.onMove(() => told++);
    player.seek(1);
    end();
    player.seek(2);
    expect(told).toBe(1);
  });
});

describe("events", () => {
  const moments = momentsOf([5, 1, 1.001, 3]);

  it("that happen together are one moment", () => {
    expect(moments).toEqual([1, 3, 5]);
  });

  it("lead from one to the next, and end", () => {
    expect(nextMoment(moments, 1, 1)).toBe(3);
    expect(nextMoment(moments, 2.9, -1)).toBe(1);
    expect(nextMoment(moments, 5, 1)).toBeUndefined();
  });
});

describe("the path of a hand", () => {
  const count = 150;
  const times = Float64Array.from({ length: count }, (_, i) => i * 0.1);
  const x = Float32Array.from(times);
  const trail = trailOf(times, [x, new Float32Array(count), new Float32Array(count)]);
  if (!trail) throw new Error("no trail");

  it("has a place between points", () => {
    expect(placeAt(trail, 1.25)[0]).toBeCloseTo(1.25, 5);
  });

  it("is drawn without a gap between its pieces", () => {
    const whole = Array.from({ length: pieceCount(trail) }, (_, i) => piece(trail, i, Number.POSITIVE_INFINITY));
    for (const [i, one] of whole.entries()) {
      const next = whole[i + 1];
      if (next) expect([...one.subarray(-3)]).toEqual([...next.subarray(0, 3)]);
    }
    expect(whole.at(-1)?.at(-3)).toBeCloseTo(14.9, 4);
  });

  it("ends at the hand", () => {
    const grown = piece(trail, pieceAt(trail, 7.33), 7.33);
    expect(grown.at(-3)).toBeCloseTo(7.33, 5);
  });

  it("is none without a place", () => {
    expect(trailOf(times, [])).toBeNull();
  });
});

describe("the timeline", () => {
  it("has marks that do not touch", () => {
    expect(rulerMarks(30, 700)).toEqual([0, 5, 10, 15, 20, 25, 30]);
    expect(rulerMarks(0.4, 700).length).toBeGreaterThan(2);
  });

  it("keeps peaks within a column of pixels", () => {
    const columns = columnsOf([0, 0.1, 0.2, 1], [0, 9, 1, Number.NaN], (time) => time);
    expect(columns).toEqual([{ x: 0, low: 0, high: 9, first: 0, last: 1 }]);
  });

  it("has an axis that holds everything and is never empty", () => {
    const column = (low: number, high: number) => [{ x: 0, low, high, first: low, last: high }];
    expect(rangeOf([column(1, 10)])[0]).toBe(0);
    const [low, high] = rangeOf([column(3, 3)]);
    expect(high).toBeGreaterThan(low);
    expect(rangeOf([])).toEqual([0, 1]);
  });
});
