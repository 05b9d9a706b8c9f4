import { expect, test } from "vitest";
import type { PanelDocument } from "../../gen/documents";
import type { MotionInfo } from "../../gen/messages";
import { followsStreams, motionKey, offered, switchesToFollow } from "./copying";

/** A panel with only what matters here. */
const panel = (elements: Record<string, unknown>, streams: object = { master: { size: 2 } }): PanelDocument =>
  ({ elements, streams }) as unknown as PanelDocument;
const mode = { type: "selector", options: ["command", "copying"] };

test("streams are followed in the mode that is called copying", () => {
  expect(followsStreams(panel({ mode }), "copying")).toBe(true);
  expect(followsStreams(panel({ mode }), "command")).toBe(false);
  expect(followsStreams(panel({ mode }), undefined)).toBe(false);
});

test("without such a mode they are followed always, and without streams never", () => {
  expect(followsStreams(panel({}), undefined)).toBe(true);
  expect(followsStreams(panel({ mode: { type: "selector", options: ["slow", "fast"] } }), "slow")).toBe(true);
  expect(followsStreams(panel({ mode }, {}), "copying")).toBe(false);
});

test("to follow, the clutch must be switched on, and what enables motion", () => {
  const on = { type: "switch", label: "On" };
  expect(switchesToFollow(panel({ enable: on, clutch: on }))).toEqual(["clutch"]);
  expect(switchesToFollow({ ...panel({ enable: on, left_clutch: on }), enable: "enable" })).toEqual([
    "left_clutch",
    "enable",
  ]);
  const held = { type: "button" };
  expect(switchesToFollow({ ...panel({ enable: held, clutch: held }), enable: "enable" })).toEqual([]);
});

const motion = (name: string, stream: string): MotionInfo => ({
  ...{ name, stream, title: "", duration: 1, own: false, problem: "" },
});

test("the motion chosen before is offered while it is there, and none that fits no stream", () => {
  const all = [motion("bad", ""), motion("wave", "master"), motion("wave", "points")];
  expect(offered(all, "")).toBe(all[1]);
  expect(offered(all, "points/wave")).toBe(all[2]);
  expect(offered(all, "/bad")).toBe(all[1]);
  expect(offered(all.slice(0, 1), "")).toBeUndefined();
  expect(new Set(all.map(motionKey)).size).toBe(3);
});
