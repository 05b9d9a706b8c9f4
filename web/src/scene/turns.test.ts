import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Turns } from "./turns";

/** A thread with a clock of its own [ms], on which the browser's part of every picture takes `cost`. */
class Thread {
  now = 0;
  cost = 0;
  #tasks = new Map<number, { at: number; act: () => void }>();
  #next = 1;

  later(act: () => void, pause: number): number {
    this.#tasks.set(this.#next, { at: this.now + pause, act });
    return this.#next++;
  }

  picture(act: (now: number) => void): number {
    const turn = () => {
      act(this.now);
      this.now += this.cost;
    };
    return this.later(turn, 16);
  }

  cancel(task: number): void {
    this.#tasks.delete(task);
  }

  run(until: number): void {
    for (;;) {
      const [first] = [...this.#tasks].sort(([, one], [, two]) => one.at - two.at);
      if (!first || first[1].at > until) return;
      this.#tasks.delete(first[0]);
      this.now = Math.max(this.now, first[1].at);
      first[1].act();
    }
  }
}

let thread: Thread;
let turns: Turns;
let drawn: { at: number; delay: number }[];

beforeEach(() => {
  thread = new Thread();
  drawn = [];
  vi.stubGlobal("performance", { now: () => thread.now });
  vi.stubGlobal("setTimeout", (act: () => void, pause = 0) => thread.later(act, pause));
  vi.stubGlobal("clearTimeout", (task: number) => thread.cancel(task));
  vi.stubGlobal("requestAnimationFrame", (act: (now: number) => void) => thread.picture(act));
  vi.stubGlobal("cancelAnimationFrame", (task: number) => thread.cancel(task));
  turns = new Turns((_, delay) => {
    drawn.push({ at: thread.now, delay });
    turns.drawn();
    thread.later(() => turns.ask(), 1); // something moves all the time
  });
});
afterEach(() => vi.unstubAllGlobals());

describe("turns", () => {
  it("come once however often they are asked for", () => {
    turns.ask();
    turns.ask();
    thread.run(20);
    expect(drawn).toHaveLength(1);
  });

  it("follow each other while pictures are cheap", () => {
    thread.cost = 5;
    turns.ask();
    thread.run(1000);
    expect(drawn.length).toBeGreaterThan(40);
    expect(drawn.every(({ delay }) => delay <= 17)).toBe(true);
  });

  it("tell of pictures for which the browser waits long, and leave as much time between them", () => {
    thread.cost = 120;
    turns.ask();
    thread.run(1000);
    for (const [n, { at, delay }] of drawn.entries()) {
      if (n === 0) continue;
      expect(delay).toBeGreaterThanOrEqual(120);
      expect(at - (drawn[n - 1]?.at ?? 0)).toBeGreaterThanOrEqual(240);
    }
    expect(drawn).toHaveLength(4);
  });

  it("end", () => {
    turns.ask();
    turns.end();
    turns.ask();
    thread.run(1000);
    expect(drawn).toEqual([]);
  });
});
