import { expect, test } from "vitest";
import type { PanelDocument } from "../../gen/documents";
import { findHandButton } from "./hands";
import { digitJoints, effectorKeys, jointSigns, modeSelector, sideOf } from "./roles";

const options = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, {}]));
const arm = (side: string) =>
  ["shoulder_pitch", "shoulder_roll", "shoulder_yaw", "elbow", "forearm_roll", "wrist_flexion", "wrist_deviation"].map(
    (joint) => `${side}_${joint}`,
  );
const middle = ["waist_yaw", "waist_pitch", "neck_yaw", "neck_pitch"];

/** A panel with only what matters here. */
const panel = (elements: Record<string, unknown>): PanelDocument => ({ elements }) as unknown as PanelDocument;

const torso = panel({
  joystick_mode: { type: "selector", options: ["rate", "displacement", "force"] },
  mode: { type: "selector", options: ["command", "semi-automatic", "copying"] },
  joints: { type: "joints", options: options([...middle, ...arm("right"), ...arm("left")]) },
  effectors: { type: "effectors", options: options(["right_hand", "left_hand", "head"]) },
  released: { type: "button", label: "Release the brake" },
  open_hand: { type: "button", label: "Open hand" },
  close_hand: { type: "button", label: "Close hand" },
});
const simple = panel({
  joints: { type: "joints", options: options(["shoulder", "elbow"]) },
  effectors: { type: "effectors", options: options(["hand"]) },
  joystick_mode: { type: "selector", options: ["rate", "displacement"] },
});

const names = (found: readonly { name: string }[]) => found.map(({ name }) => name);

test("the mode key means the selector called mode, wherever it stands", () => {
  expect(modeSelector(torso)).toBe("mode");
  expect(modeSelector(simple)).toBe("joystick_mode");
  expect(modeSelector(panel({ grip: { type: "selector", options: ["a", "b"] } }))).toBe("grip");
  expect(modeSelector(panel({}))).toBeUndefined();
});

test("H, J and K are right hand, left hand and head, in whatever order a panel lists them", () => {
  const keys = (...effectors: string[]) =>
    [...effectorKeys(panel({ e: { type: "effectors", options: options(effectors) } }))].map(
      ([key, { name }]) => `${key} ${name}`,
    );
  expect(keys("right_hand", "left_hand", "head")).toEqual(["KeyH right_hand", "KeyJ left_hand", "KeyK head"]);
  expect(keys("head", "left_hand", "right_hand")).toEqual(["KeyH right_hand", "KeyJ left_hand", "KeyK head"]);
  expect(keys("hand")).toEqual(["KeyH hand"]);
  expect(keys("gripper", "tool", "camera", "fourth")).toEqual(["KeyH gripper", "KeyJ tool", "KeyK camera"]);
  expect(keys("hand", "left_hand")).toEqual(["KeyH hand", "KeyJ left_hand"]);
});

test("digits mean the joints of the arm in use, and all joints of a robot with one arm", () => {
  expect(names(digitJoints(torso, []))).toEqual(arm("right"));
  expect(names(digitJoints(torso, ["left_hand"]))).toEqual(arm("left"));
  expect(names(digitJoints(torso, ["left_elbow"]))).toEqual(arm("left"));
  expect(names(digitJoints(torso, ["head"]))).toEqual(middle);
  expect(names(digitJoints(simple, ["hand"]))).toEqual(["shoulder", "elbow"]);
});

test("every ring has a sign that no other joint of its limb has", () => {
  const signs = jointSigns(torso);
  expect(middle.map((name) => signs.get(name))).toEqual(["W1", "W2", "N1", "N2"]);
  expect(arm("left").map((name) => signs.get(name))).toEqual(["1", "2", "3", "4", "5", "6", "7"]);
  expect([...jointSigns(simple).values()]).toEqual(["1", "2"]);
  const lonely = panel({ j: { type: "joints", options: options(["neck", "right_elbow"]) } });
  expect([...jointSigns(lonely)]).toEqual([
    ["neck", "N"],
    ["right_elbow", "1"],
  ]);
});

test("the keys of the hand press the buttons called after it, before others that only sound alike", () => {
  expect(findHandButton(torso, "open")).toBe("open_hand");
  expect(findHandButton(torso, "close")).toBe("close_hand");
});

test("a side is a word of the name, not a part of one", () => {
  expect(sideOf("right_elbow")).toBe("right");
  expect(sideOf("elbow_left")).toBe("left");
  expect(sideOf("upright")).toBe("");
  expect(sideOf("leftover_joint")).toBe("");
});
