import { expect, it } from "vitest";
import type { PanelDocument } from "../../gen/documents";
import { rightOnRight, sidedOf } from "./sides";

const panel: PanelDocument = {
  format: "pult.panel",
  version: 1,
  elements: {
    joints: { type: "joints", options: { right_elbow: { position: [40, 9] }, waist: { position: [90, 9] } } },
    effectors: { type: "effectors", options: { left_hand: { position: [160, 9] }, head: {} } },
  },
};

it("finds what is on a side of the robot by its name", () => {
  expect(sidedOf(panel).map(({ kind, name, side }) => `${side} ${kind} ${name}`)).toEqual([
    "right joint right_elbow",
    "left effector left_hand",
  ]);
});

it("tells a picture from the front from one from behind, and neither from the side", () => {
  expect(rightOnRight(sidedOf(panel), 200)).toBe(false);
  const seen = (right: number, left: number) =>
    rightOnRight([{ side: "right", across: right }, { side: "left", across: left }], 1000); // biome-ignore format: short
  expect(seen(700, 300)).toBe(true);
  expect(seen(500, 503)).toBeNull();
  expect(rightOnRight([{ side: "right", across: 3 }], 10), "one side alone").toBeNull();
});
