import { beforeEach, describe, expect, it } from "vitest";
import { sample } from "../model/scene/sample";
import { PoseFeed } from "./feed";
import type { PosesSaid } from "./protocol";

let given: PosesSaid[];
let feed: PoseFeed;
let tick: number;

const ticks = () => given.map((said) => said.tick);
const soon = () => Promise.resolve();

beforeEach(() => {
  given = [];
  tick = 0;
  feed = new PoseFeed((said) => given.push(said));
  feed.source = () => ({ poses: [tick, 0, 0, 1, 0, 0, 0], tick });
});

describe("poses for who draws", () => {
  it("come once for a batch of frames, with the newest", async () => {
    for (tick = 1; tick < 5; tick++) feed.refresh();
    tick = 4;
    await soon();
    expect(ticks()).toEqual([4]);
  });

  it("wait while the last ones were not taken, and then the newest follow alone", async () => {
    feed.refresh();
    await soon();
    for (tick = 1; tick < 4; tick++) {
      feed.refresh();
      await soon();
    }
    tick = 3;
    expect(ticks()).toEqual([0]);
    feed.taken();
    expect(ticks()).toEqual([0, 3]);
    feed.taken();
    expect(ticks()).toEqual([0, 3]);
    tick = 4;
    feed.refresh();
    await soon();
    expect(ticks()).toEqual([0, 3, 4]);
  });

  it("are taken at once by who draws on the page itself", async () => {
    feed = new PoseFeed((said) => {
      given.push(said);
      feed.taken();
    });
    feed.source = () => ({ poses: [], tick });
    for (tick = 0; tick < 3; tick++) {
      feed.refresh();
      await soon();
    }
    expect(ticks()).toEqual([0, 1, 2]);
  });

  it("are copies: the next ones may be written into the same place", async () => {
    const poses = Float32Array.of(1, 2, 3, 1, 0, 0, 0);
    feed.source = () => ({ poses, tick });
    feed.ghost = () => poses;
    feed.refresh();
    await soon();
    poses.fill(9);
    expect(given[0]?.poses?.[0]).toBe(1);
    expect(given[0]?.ghost?.[0]).toBe(1);
  });

  it("say which lamps are lit", async () => {
    const lamp = { geom: 0, signal: "panel.lit", above: 0.5, colour: [1, 0, 0] };
    feed.scene = { ...sample, lamps: [lamp, { ...lamp, signal: "panel.dark" }] };
    feed.source = () => ({ poses: [], tick, values: (signal) => (signal === "panel.lit" ? 1 : undefined) });
    feed.refresh();
    await soon();
    expect(given[0]?.lit).toEqual([true, false]);
  });

  it("are given anew to somebody else", async () => {
    feed.refresh();
    await soon();
    feed.restart(); // the first ones were never taken
    await soon();
    expect(ticks()).toEqual([0, 0]);
  });

  it("are not given while nothing is known", async () => {
    feed.source = () => null;
    feed.refresh();
    await soon();
    expect(given).toEqual([]);
  });
});
