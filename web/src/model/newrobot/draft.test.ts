import { describe, expect, test } from "vitest";
import type { LookedJoint, RobotLook } from "../../gen/messages";
import { draftOf, isSound, middle, problemsOf, ranged, wanted, withHome, withPose, withRange } from "./draft";

const joint = (name: string, change: Partial<LookedJoint> = {}): LookedJoint => ({
  name,
  kind: "hinge",
  unit: "rad",
  low: -2,
  high: 2,
  rest: 0,
  follows: null,
  own: "",
  fixed: false,
  ...change,
});
const [A, B] = [joint("a"), joint("b", { low: 0.4, high: 1 })];
const LOOK: RobotLook = {
  main: "a.xml",
  others: [],
  title: "arm",
  bodies: 2,
  meshes: 0,
  joints: [A, B],
  actuators: [],
  home: { a: 0.3, b: 0.5 },
  keyframes: { other: { a: 1, b: 1 }, home: { a: 0.3, b: 0.5 } },
  chains: [{ name: "arm", effector: "hand", base: "", joints: ["a", "b"], reach: true }],
  frames: { hand: "hand" },
  notes: [],
};

describe("what is chosen for a new robot", () => {
  test("is what the model suggests, and then nothing of it is sent", () => {
    const draft = draftOf(LOOK);
    expect(draft.pose).toBe("home");
    expect(wanted(draft, LOOK)).toMatchObject({ title: "arm", pose: "home", home: {}, ranges: {}, drives: "auto" });
    const bare = { ...LOOK, keyframes: {} };
    expect(wanted(draftOf(bare), bare)).toMatchObject({ pose: "", home: {} });
    expect(isSound(problemsOf(draft))).toBe(true);
  });

  test("takes key frames, zeros inside the ranges, and the middles", () => {
    const draft = withPose(draftOf(LOOK), LOOK, "other");
    expect([draft.pose, draft.home]).toEqual(["other", { a: 1, b: 1 }]);
    const zero = withHome(draft, LOOK, () => 0);
    expect(zero.home).toEqual({ a: 0, b: 0.4 });
    expect(wanted(zero, LOOK)).toMatchObject({ pose: "", home: { a: 0, b: 0.4 } });
    expect(withHome(draft, LOOK, middle).home).toEqual({ a: 0, b: 0.7 });
  });

  test("moves the home pose into a corrected range", () => {
    const draft = withRange(draftOf(LOOK), A, 1, 0.1);
    expect(ranged(A, draft)).toMatchObject({ low: -2, high: 0.1 });
    expect([draft.pose, draft.home.a]).toEqual(["", 0.1]);
    expect(wanted(draft, LOOK).ranges).toEqual({ a: [-2, 0.1] });
  });

  test("is refused without a name, with an empty range, or with two chains of one name", () => {
    const draft = draftOf(LOOK);
    expect(problemsOf({ ...draft, title: " " }).title).toBe(true);
    expect(problemsOf(withRange(draft, A, 0, 3)).ranges).toEqual(["a"]);
    const [arm] = draft.chains;
    if (!arm) throw new Error("no chain");
    expect(problemsOf({ ...draft, chains: [arm, { ...arm, key: 1, name: " arm " }] }).twice).toEqual([0, 1]);
  });
});
