import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FRAME_FLAGS, FRAME_HEAD_AT } from "../gen/frame";
import { BEAT, type Item, Line } from "./line";

/** Stands in for the connection to the server. */
class Socket {
  static readonly OPEN = 1;
  static last: Socket;
  readyState = Socket.OPEN;
  readonly sent: { type: string; hand: string; page: number; late: number; operating: boolean }[] = [];
  onopen: (() => void) | undefined;
  onmessage: ((event: { data: unknown }) => void) | undefined;
  onclose: ((event: { code: number }) => void) | undefined;
  constructor() {
    Socket.last = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
  }
}

const frame = (number: number): ArrayBuffer => {
  const data = new ArrayBuffer(8);
  new DataView(data).setUint8(0, number);
  return data;
};

let given: Item[][];
let line: Line;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Socket);
  given = [];
  line = new Line(
    (batch) => given.push(batch),
    () => {},
  );
  line.hear({ do: "open", address: "ws://here", language: "en" });
  Socket.last.onopen?.();
  line.hear({ do: "taken" });
  line.hear({ do: "operating", operating: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page that answers at once, for a while. */
function respond(milliseconds: number): void {
  for (let past = 0; past < milliseconds; past += 10) {
    line.hear({ do: "taken" });
    vi.advanceTimersByTime(10);
  }
}

const last = () => Socket.last.sent.at(-1);

describe("signs of life of an operator", () => {
  it("come twenty times a second and say that the page responds", () => {
    respond(1000);
    expect(Socket.last.sent.length).toBeGreaterThan(1000 / BEAT - 2);
    expect(Socket.last.sent.slice(1).every(({ operating }) => operating)).toBe(true);
    expect(Math.max(...Socket.last.sent.map(({ page }) => page))).toBeLessThan(0.06);
  });

  it("go on when the page does not, and say for how long it has not responded", () => {
    respond(1000);
    vi.advanceTimersByTime(400);
    expect(last()?.page).toBeGreaterThan(0.3);
    expect(last()?.page).toBeLessThan(0.46);
    respond(100);
    expect(last()?.page).toBeLessThan(0.06);
  });

  it("do not take a page for frozen that is in the middle of slow drawing", () => {
    for (let past = 0; past < 2000; past += 40) {
      line.hear({ do: "alive" });
      vi.advanceTimersByTime(40);
    }
    expect(last()?.page).toBeLessThan(0.06);
  });

  it("tell at once that the page is not in hand", () => {
    respond(200);
    const count = Socket.last.sent.length;
    line.hear({ do: "hand", hand: "hidden" });
    expect(Socket.last.sent.length).toBe(count + 1);
    expect(last()?.hand).toBe("hidden");
  });
});

describe("a page that is busy", () => {
  it("is given what came meanwhile in one batch, in its order, when it has taken the last", () => {
    respond(100);
    line.hear({ do: "taken" });
    given.length = 0;
    Socket.last.onmessage?.({ data: frame(1) });
    expect(given.length).toBe(1);
    for (const data of [frame(2), '{"type":"event"}', frame(3)]) Socket.last.onmessage?.({ data });
    expect(given.length).toBe(1);
    line.hear({ do: "taken" });
    expect(given.length).toBe(2);
    expect(given[1]?.map((item) => (item instanceof ArrayBuffer ? new DataView(item).getUint8(0) : item))).toEqual([
      2,
      '{"type":"event"}',
      3,
    ]);
  });

  it("loses the oldest frames when it is busy for too long, and is told that rows are missing", () => {
    line.hear({ do: "taken" });
    for (let number = 0; number < 302; number += 1) Socket.last.onmessage?.({ data: frame(number % 200) });
    line.hear({ do: "taken" });
    const frames = given.at(-1)?.filter((item) => item instanceof ArrayBuffer) ?? [];
    expect(frames.length).toBe(240);
    const flags = frames.map((item) => new DataView(item as ArrayBuffer).getUint8(FRAME_HEAD_AT.flags));
    expect(flags.slice(0, 2)).toEqual([FRAME_FLAGS.gap, 0]);
  });
});
