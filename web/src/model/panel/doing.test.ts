import { expect, test } from "vitest";
import type { PanelDocument } from "../../gen/documents";
import { doingAt, type PanelState } from "./doing";
import type { PanelValue } from "./elements";

const panel = {
  elements: {
    joystick: { type: "joystick", axes: 3 },
    grip: { type: "button" },
    mode: { type: "selector", options: ["walk", "hand"] },
  },
} as unknown as PanelDocument;

const at = (values: Record<string, PanelValue>): PanelState =>
  new Map(Object.entries({ joystick: [0, 0, 0], grip: false, mode: "walk", ...values }));

test("a stick is held as long as it is deflected", () => {
  const deflection = [0.5, 0, -0.2];
  expect(doingAt(panel, at({}), at({ joystick: deflection }), null)).toEqual({
    kind: "stick",
    name: "joystick",
    deflection,
  });
  expect(
    doingAt(panel, at({ joystick: deflection }), at({}), { kind: "stick", name: "joystick", deflection }),
  ).toBeNull();
});

test("a pressed button is told before a stick", () => {
  expect(doingAt(panel, at({}), at({ joystick: [1, 0, 0], grip: true }), null)).toEqual({
    kind: "press",
    name: "grip",
  });
});

test("what was set is told until the hand does something else", () => {
  const set = doingAt(panel, at({}), at({ mode: "hand" }), null);
  expect(set).toEqual({ kind: "set", name: "mode", value: "hand" });
  const hand = at({ mode: "hand" });
  expect(doingAt(panel, hand, hand, set)).toEqual(set);
  expect(doingAt(panel, hand, at({ mode: "hand", grip: true }), set)).toEqual({ kind: "press", name: "grip" });
});

test("nothing was set by what the panel is first known to be set to", () => {
  expect(doingAt(panel, new Map(), at({}), null)).toBeNull();
});
