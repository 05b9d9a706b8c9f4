import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ToPage } from "../gen/messages";

/** Stands in for the line to the server. */
class Line {
  static readonly OPEN = 1;
  static last: Line | undefined;
  readonly readyState = Line.OPEN;
  onopen: (() => void) | undefined;
  onmessage: ((event: { data: string }) => void) | undefined;
  onclose: ((event: { code: number }) => void) | undefined;
  constructor() {
    Line.last = this;
  }
  send(): void {}
  close(): void {}
  hear(said: unknown): void {
    this.onmessage?.({ data: JSON.stringify(said) });
  }
}

const hello = (client: string) => ({ type: "hello", client, session: { id: "a", state: "running" } });
const playing: Extract<ToPage, { type: "playing" }> = {
  type: "playing",
  motion: "nod",
  stream: "master",
  time: 1,
  duration: 2,
  over: false,
  problem: "",
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Line);
  vi.stubGlobal("location", { protocol: "http:", host: "here", search: "" });
  vi.stubGlobal("window", { setTimeout, clearTimeout });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a session that is shown", () => {
  it("does not go on playing a motion that ended while the line was lost", async () => {
    const { closeSession, openSession, useLive } = await import("./live");
    openSession("a");
    const first = Line.last;
    first?.onopen?.();
    first?.hear(hello("one"));
    first?.hear(playing);
    expect(useLive.getState().playing).toEqual(playing);
    first?.onclose?.({ code: 1006 });
    expect(useLive.getState().link).toBe("lost");
    vi.advanceTimersByTime(1000);
    expect(Line.last).not.toBe(first);
    Line.last?.onopen?.();
    Line.last?.hear(hello("two"));
    expect(useLive.getState()).toMatchObject({ link: "open", client: "two", playing: null });
    // one that still goes on is told after that
    Line.last?.hear(playing);
    expect(useLive.getState().playing).toEqual(playing);
    closeSession();
  });
});
