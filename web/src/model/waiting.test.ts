import { expect, test } from "vitest";
import type { SessionInfo } from "../gen/messages";
import { LOST, type Waiting, waitingFor } from "./waiting";

const session = (state: SessionInfo["state"], reason = "", id = "s"): SessionInfo =>
  ({ id, state, reason }) as unknown as SessionInfo;

const look = (
  state: SessionInfo["state"] | null,
  more: { link?: "connecting" | "open" | "lost"; lostAt?: number; now?: number; id?: string; reason?: string } = {},
): Waiting =>
  waitingFor(
    "s",
    {
      id: more.id ?? "s",
      link: more.link ?? "open",
      lostAt: more.lostAt ?? 0,
      session: state && session(state, more.reason),
    },
    more.now ?? 0,
  );

test("a session that compiles is waited for, however long it takes", () => {
  for (const now of [0, 120_000, 3_600_000]) {
    expect(look("starting", { now })).toBe("wait");
    expect(look("compiling", { now })).toBe("wait");
    expect(look(null, { now, link: "connecting" })).toBe("wait");
  }
});

test("it is started once it is ready, and not again if it runs already", () => {
  expect(look("ready")).toBe("start");
  expect(look("running")).toBe("over");
});

test("one that has died says why", () => {
  expect(look("dead", { reason: "the world diverges." })).toEqual({ failed: "the world diverges." });
  expect(look("ended", { reason: "it was ended." })).toEqual({ failed: "it was ended." });
  expect(look("halted", { reason: "x" })).toEqual({ failed: "x" });
});

test("a short loss of the link is waited out, a long one is told", () => {
  expect(look("compiling", { link: "lost", lostAt: 1000, now: 1000 + LOST / 2 })).toBe("wait");
  expect(look("compiling", { link: "lost", lostAt: 1000, now: 1001 + LOST })).toEqual({ failed: "" });
});

test("a page that shows another session waits no more", () => {
  expect(look("ready", { id: "other" })).toBe("over");
});
