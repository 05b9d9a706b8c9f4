import { describe, expect, it } from "vitest";
import { limitState } from "./limits";
import { sample } from "./sample";
import { anchorOf, geomsOf, hangsOn, pointAnchor, ringRadius, thingAt } from "./things";

describe("things of a scene", () => {
  it("an effector stands where its site is", () => {
    expect(pointAnchor(sample, "hand")).toEqual({ body: 2, pose: { position: [0.3, 0, 0], quaternion: [1, 0, 0, 0] } });
    expect(pointAnchor(sample, "box")?.body).toBe(4);
    expect(pointAnchor(sample, "nothing")).toBeNull();
  });

  it("joints and cameras are fixed to their bodies", () => {
    expect(anchorOf(sample, { kind: "joint", name: "elbow" })?.body).toBe(2);
    expect(anchorOf(sample, { kind: "camera", name: "eye" })?.pose.position).toEqual([0, 0, 0.1]);
    expect(anchorOf(sample, { kind: "block", name: "elbow" })).toBeNull();
  });

  it("the nearer of hand and elbow is meant", () => {
    expect(thingAt(sample, 2, [0.28, 0.02, 0])).toEqual({ kind: "effector", name: "hand" });
    expect(thingAt(sample, 2, [0.05, 0.02, 0])).toEqual({ kind: "joint", name: "elbow" });
  });

  it("fingers belong to the hand", () => {
    expect(thingAt(sample, 3, [0, 0, 0])).toEqual({ kind: "effector", name: "hand" });
  });

  it("joints of one place are chosen in turn", () => {
    const first = thingAt(sample, 1, [0.1, 0, 0]);
    const second = thingAt(sample, 1, [0.1, 0, 0], first);
    expect(first?.name).toBe("shoulder");
    expect(second?.name).toBe("lift");
    expect(thingAt(sample, 1, [0.1, 0, 0], second)).toEqual(first);
  });

  it("a fixed base and a loose box stand for nothing", () => {
    expect(thingAt(sample, 0, [0, 0, 0])).toBeNull();
    expect(thingAt(sample, 4, [0, 0, 0])).toBeNull();
    expect(thingAt(sample, -1, [0, 0, 0])).toBeNull();
  });

  it("only the hand is outlined when it shares the body of the last link", () => {
    const bare = {
      ...sample,
      bodies: sample.bodies.map((body) => (body.name === "finger" ? { ...body, parent: -1 } : body)),
    };
    expect(geomsOf(bare, { kind: "effector", name: "hand" })).toEqual([5]);
    expect(geomsOf(bare, { kind: "joint", name: "elbow" })).toEqual([4, 5]);
    expect(geomsOf(bare, { kind: "camera", name: "eye" })).toEqual([]);
  });

  it("bodies hang on all that carry them", () => {
    expect(hangsOn(sample, 3, 0)).toBe(true);
    expect(hangsOn(sample, 0, 3)).toBe(false);
    expect(hangsOn(sample, 2, 2)).toBe(false);
  });

  it("rings go around the shape of the joint", () => {
    const [shoulder] = sample.joints;
    expect(shoulder && ringRadius(sample, shoulder, 0.01)).toBeCloseTo(0.0305);
    expect(shoulder && ringRadius(sample, shoulder, 0.1)).toBe(0.1);
  });
});

describe("limits of joints", () => {
  it("the last twentieth of the range is near", () => {
    const joint = { low: -1, high: 1 };
    expect(limitState(joint, 0)).toEqual({ share: 0.5, margin: 1, side: "high", near: false });
    expect(limitState(joint, 0.95)?.near).toBe(true);
    expect(limitState(joint, -0.89)).toMatchObject({ side: "low", near: false });
    expect(limitState(joint, -0.91)?.near).toBe(true);
  });

  it("beyond the limit the margin is negative", () => {
    expect(limitState({ low: -1, high: 1 }, 1.2)?.margin).toBeCloseTo(-0.2);
  });

  it("joints without limits are never near", () => {
    expect(limitState({ low: null, high: null }, 3)).toBeNull();
    expect(limitState({ low: -1, high: 1 }, Number.NaN)).toBeNull();
  });
});
