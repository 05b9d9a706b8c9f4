import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ToPage } from "../gen/messages";
import { Line, type ToLine } from "./line";

/** Stands in for the connection to the server. */
class Socket {
  static readonly OPEN = 1;
  static last: Socket | undefined;
  readonly readyState = Socket.OPEN;
  onopen: (() => void) | undefined;
  onmessage: ((event: { data: string }) => void) | undefined;
  onclose: ((event: { code: number }) => void) | undefined;
  constructor() {
    Socket.last = this;
  }
  send(): void {}
  close(): void {}
  hear(said: unknown): void {
    this.onmessage?.({ data: JSON.stringify(said) });
  }
}

/** A worker in the same thread. */
class Here {
  onmessage: ((event: { data: unknown }) => void) | undefined;
  readonly #line = new Line(
    (batch) => this.onmessage?.({ data: batch }),
    () => {},
  );
  postMessage(said: ToLine): void {
    this.#line.hear(said);
  }
}

class Channel {
  postMessage(): void {}
  close(): void {}
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
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("Worker", Here);
  vi.stubGlobal("BroadcastChannel", Channel);
  vi.stubGlobal("document", { hasFocus: () => true, visibilityState: "visible", addEventListener: () => {} });
  vi.stubGlobal("location", { protocol: "http:", host: "here", search: "" });
  vi.stubGlobal("window", { setTimeout, clearTimeout, setInterval, clearInterval, addEventListener: () => {} });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a session that is shown", () => {
  it("does not go on playing a motion that ended while the line was lost", async () => {
    const { closeSession, openSession, useLive } = await import("./live");
    openSession("a");
    const first = Socket.last;
    first?.onopen?.();
    first?.hear(hello("one"));
    first?.hear(playing);
    expect(useLive.getState().playing).toEqual(playing);
    first?.onclose?.({ code: 1006 });
    expect(useLive.getState().link).toBe("lost");
    vi.advanceTimersByTime(1000);
    expect(Socket.last).not.toBe(first);
    Socket.last?.onopen?.();
    Socket.last?.hear(hello("two"));
    expect(useLive.getState()).toMatchObject({ link: "open", client: "two", playing: null });
    // one that still goes on is told after that
    Socket.last?.hear(playing);
    expect(useLive.getState().playing).toEqual(playing);
    closeSession();
  });
});
