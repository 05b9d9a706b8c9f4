import { expect, test } from "vitest";
import type { PanelDocument } from "../../gen/documents";
import type { PanelValue } from "./elements";
import { type Aim, firstSelection, movedBy } from "./selection";

const options = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, {}]));

/** A panel with only what matters here. */
const panel = (elements: Record<string, unknown>, streams = {}): PanelDocument =>
  ({ elements, streams }) as unknown as PanelDocument;
const stick = { type: "joystick", axes: 3 };

const simple = panel({
  joystick: stick,
  joints: { type: "joints", options: options(["shoulder", "elbow"]) },
  effectors: { type: "effectors", options: options(["hand"]) },
});
const torso = panel(
  {
    joystick: stick,
    mode: { type: "selector", options: ["command", "semi-automatic", "copying"] },
    joints: { type: "joints", options: options(["waist_yaw", "left_elbow", "right_elbow", "right_wrist"]) },
    effectors: { type: "effectors", options: options(["left_hand", "right_hand", "head"]) },
  },
  { master: {} },
);
const pressed = panel({ run: { type: "switch" }, force: { type: "slider", range: [0, 20] } });

const set = (values: Record<string, PanelValue>) => (name: string) => values[name];
const aim = (effector: string, ...acting: string[]): Aim => ({ acting, effector, places: { hand: "site:hand" } });
const both = ["joints", "effectors", "mode"];

test("the only effector is selected, and nothing where something is selected that the stick moves", () => {
  expect(firstSelection(simple, set({}), aim("", "effectors"))).toEqual({ joints: [], effectors: "hand" });
  expect(firstSelection(simple, set({ effectors: "hand" }), aim("hand", "effectors"))).toEqual({});
});

test("a scheme that takes no effector needs a joint, and a selected effector does not do", () => {
  const wanted = { joints: ["shoulder"], effectors: null };
  expect(firstSelection(simple, set({ joints: [] }), aim("hand", "joints"))).toEqual(wanted);
  expect(firstSelection(simple, set({ effectors: "hand" }), aim("hand", "joints"))).toEqual(wanted);
  expect(firstSelection(simple, set({ joints: ["elbow"] }), aim("hand", "joints"))).toEqual({});
});

test("of several effectors the one that the exercise is done with is selected, by its place or its side", () => {
  const semi = set({ mode: "semi-automatic" });
  const chosen = (task: Aim) => firstSelection(torso, semi, task).effectors;
  expect(chosen({ ...aim("body:nod", ...both), places: { head: "body:nod" } })).toBe("head");
  expect(chosen(aim("right_grip", ...both))).toBe("right_hand");
  expect(chosen(aim("left_fingertip", ...both))).toBe("left_hand");
  expect(chosen(aim("", ...both))).toBe("left_hand");
});

test("where the stick turns joints, a joint of the arm that the exercise is done with is selected", () => {
  const command = { mode: "command", effectors: "right_hand" };
  expect(movedBy(torso, set(command), both)).toBe("joints");
  const wanted = { joints: ["right_elbow"], effectors: null };
  expect(firstSelection(torso, set(command), aim("right_grip", ...both))).toEqual(wanted);
});

test("nothing is selected where a stream moves the robot, or where there is no stick", () => {
  expect(firstSelection(torso, set({ mode: "copying" }), aim("right_grip", ...both))).toEqual({});
  expect(firstSelection(pressed, set({}), aim("ball", "run", "force"))).toEqual({});
});
