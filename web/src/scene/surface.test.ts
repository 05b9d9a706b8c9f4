import { beforeEach, describe, expect, it } from "vitest";
import { Picking } from "./picking";
import type { PointerKind, PointerSaid } from "./protocol";
import { Rig } from "./rig";
import { Surface } from "./surface";

let surface: Surface;

const happen = (kind: PointerKind, x: number, y: number, more: Partial<PointerSaid> = {}) => {
  const none = { button: 0, buttons: 0, ctrlKey: false, metaKey: false, shiftKey: false, deltaY: 0, deltaMode: 0 };
  surface.happen({ kind, x, y, ...none, pointerId: 1, pointerType: "mouse", key: "", ...more });
};

/** Press, go there in steps and let go. */
function drag(fromX: number, toX: number): void {
  happen("pointerdown", fromX, 100);
  for (let share = 0.25; share <= 1; share += 0.25) {
    happen("pointermove", fromX + share * (toX - fromX), 100, { buttons: 1 });
  }
  happen("pointerup", toX, 100);
}

beforeEach(() => {
  surface = new Surface();
  surface.clientWidth = 640;
  surface.clientHeight = 400;
});

describe("the eye without a page", () => {
  let rig: Rig;
  beforeEach(() => {
    rig = new Rig(surface.element);
    rig.resize(640, 400, { left: 0, right: 0, top: 0, bottom: 0 });
  });

  it("is turned by a drag, once round for 2.5 heights of the picture", () => {
    const angle = () => rig.controls.getAzimuthalAngle();
    const begin = angle();
    let freed = 0;
    rig.onFree = () => {
      freed += 1;
    };
    drag(100, 300); // half a height: 2 pi * 0.8 / 2
    expect(Math.abs(Math.atan2(Math.sin(angle() - begin), Math.cos(angle() - begin)))).toBeCloseTo(0.8 * Math.PI, 6);
    expect(freed).toBe(1);
    happen("pointermove", 500, 100);
    const after = angle();
    happen("pointermove", 50, 100);
    expect(angle()).toBe(after);
  });

  it("comes nearer with the wheel", () => {
    const before = rig.controls.getDistance();
    happen("wheel", 320, 200, { deltaY: -120 });
    expect(rig.controls.getDistance()).toBeLessThan(before);
  });
});

describe("picking without a page", () => {
  let clicks: number[];
  let moves: (number | null)[];
  beforeEach(() => {
    clicks = [];
    moves = [];
    const picking = new Picking(surface.element);
    picking.onClick = ({ x }) => clicks.push(x);
    picking.onMove = (at) => moves.push(at?.x ?? null);
  });

  it("tells a click from a turn of the view", () => {
    drag(100, 103);
    drag(100, 180);
    expect(clicks).toEqual([103]);
  });

  it("follows the pointer while no button is down", () => {
    happen("pointermove", 30, 40);
    happen("pointermove", 31, 40, { buttons: 1 });
    happen("pointerleave", 32, 40);
    expect(moves).toEqual([30, null, null]);
  });
});
