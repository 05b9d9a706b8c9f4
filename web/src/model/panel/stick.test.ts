import { describe, expect, it } from "vitest";
import { HeldKeys, leverDeflection, padDeflection, padPoint, SPRING, springBack } from "./stick";

describe("a stick on the screen", () => {
  it("asks forward when it is pushed up and left when it is pushed left", () => {
    expect(padDeflection(0, -30, 60)).toEqual([0.5, -0]);
    expect(padDeflection(-60, 0, 60)).toEqual([-0, 1]);
  });

  it("stays inside its circle", () => {
    const [x, y] = padDeflection(300, -400, 60);
    expect(Math.hypot(x, y)).toBeCloseTo(1);
    expect(x).toBeCloseTo(0.8);
    expect(y).toBeCloseTo(-0.6);
  });

  it("is drawn where it was put", () => {
    const [right, down] = padPoint(...padDeflection(24, -18, 60));
    expect(right * 60).toBeCloseTo(24);
    expect(down * 60).toBeCloseTo(-18);
    expect(Math.hypot(...padPoint(1, 1))).toBeCloseTo(1);
  });

  it("springs back to zero in its time", () => {
    expect(springBack(0)).toBe(1);
    expect(springBack(SPRING / 2)).toBeLessThan(0.5);
    expect(springBack(SPRING)).toBe(0);
  });

  it("has a lever that ends at its stops", () => {
    expect(leverDeflection(-20, 40)).toBe(0.5);
    expect(leverDeflection(400, 40)).toBe(-1);
  });
});

describe("moving keys", () => {
  it("move while they are held and ignore repeats", () => {
    const keys = new HeldKeys();
    expect(keys.down("ArrowUp")).toBe(true);
    expect(keys.down("ArrowUp")).toBe(false);
    expect(keys.deflection()).toEqual([1, 0, 0]);
    expect(keys.up("ArrowUp")).toBe(true);
    expect(keys.deflection()).toEqual([0, 0, 0]);
    expect(keys.down("KeyA")).toBe(false);
  });

  it("cancel each other when opposite, and move finely with Shift", () => {
    const keys = new HeldKeys();
    keys.down("ArrowLeft");
    keys.down("ArrowRight");
    keys.down("PageUp");
    expect(keys.deflection()).toEqual([0, 0, 1]);
    keys.fine = true;
    expect(keys.deflection()[2]).toBeCloseTo(0.2);
    keys.clear();
    expect(keys.any).toBe(false);
    expect(keys.fine).toBe(false);
  });
});
