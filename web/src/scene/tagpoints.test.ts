import { PerspectiveCamera, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { seenAt } from "../model/scene/sight";
import type { TagText } from "./protocol";
import { type TagItem, TagPoints } from "./tagpoints";

const camera = new PerspectiveCamera(40, 1.6, 0.1, 50);
camera.position.set(3, -2, 1.5);
camera.up.set(0, 0, 1);
camera.lookAt(0, 0, 0);
camera.updateMatrixWorld();
const sight = camera.projectionMatrix.clone().multiply(camera.matrixWorldInverse).elements;
const size = { width: 640, height: 400 };

const tag = (id: string, point: Vector3 | null, text = id): TagItem => ({
  id,
  text,
  look: "quiet",
  reach: 30,
  at: (out) => point && out.copy(point),
});

describe("tags where the scene is drawn", () => {
  it("are told when they change, and only then", () => {
    const told: TagText[][] = [];
    const tags = new TagPoints((list) => told.push(list));
    tags.set([]);
    expect(told).toEqual([]);
    tags.set([tag("a", null)]);
    tags.set([tag("a", new Vector3())]); // another place is no news
    expect(told).toEqual([[{ id: "a", text: "a", look: "quiet", reach: 30 }]]);
    tags.set([tag("a", null, "other words")]);
    tags.set([]);
    expect(told.slice(1).map((list) => list.map(({ text }) => text))).toEqual([["other words"], []]);
  });

  it("hide signs that would stand on each other, and nothing else", () => {
    const tags = new TagPoints(() => {});
    const sign = (id: string, y: number): TagItem => ({ ...tag(id, new Vector3(0, y, 0)), look: "sign", reach: 0 });
    const hidden = () => [...tags.seen(camera, size.width, size.height)].map((one) => Number.isNaN(one));
    tags.set([tag("a", new Vector3()), sign("1", 0), sign("2", 0.5)]);
    expect(hidden()).toEqual([false, false, false, false, false, false]);
    tags.set([tag("a", new Vector3()), sign("1", 0), sign("2", 0.02)]);
    expect(hidden()).toEqual([false, false, true, true, true, true]);
  });

  it("say where their points are seen, in their order", () => {
    const tags = new TagPoints(() => {});
    const behind = new Vector3(6, -4, 3);
    tags.set([tag("middle", new Vector3(0, 0, 0)), tag("behind", behind), tag("nowhere", null)]);
    const points = tags.seen(camera, size.width, size.height);
    expect([...points.slice(0, 2)]).toEqual([320, 200]);
    expect([...points.slice(2)].every(Number.isNaN)).toBe(true);
  });
});

describe("points on the page", () => {
  it("are seen where the drawn picture has them", () => {
    for (const at of [
      [0.3, 0.2, 0.5],
      [-1, 0.4, 0],
      [0, 0, 1.2],
    ] as const) {
      const seen = new Vector3(...at).project(camera);
      const found = seenAt(sight, at, size);
      expect(found?.x).toBeCloseTo((seen.x * 0.5 + 0.5) * size.width, 6);
      expect(found?.y).toBeCloseTo((0.5 - seen.y * 0.5) * size.height, 6);
    }
  });

  it("are not seen behind the eye", () => {
    expect(seenAt(sight, [6, -4, 3], size)).toBeNull();
  });
});
