/** Geometry of a stick on the screen: from where it is held to what it asks for. */

/** Part of a deflection that remains while Shift is held. */
export const FINE = 0.2;
/** Time in which a stick springs back [ms]. */
export const SPRING = 120;

/** Offset from the centre [px] as deflection (x forward is up, y left is left), kept inside the circle. */
export function padDeflection(dx: number, dy: number, radius: number): [number, number] {
  const length = Math.hypot(dx, dy) / radius;
  const scale = length > 1 ? 1 / length : 1;
  return [(-dy / radius) * scale, (-dx / radius) * scale];
}

/** Where the knob is drawn for a deflection, in units of the radius: right and down. A square's corner stays inside. */
export function padPoint(x: number, y: number): [number, number] {
  const length = Math.hypot(x, y);
  const scale = length > 1 ? 1 / length : 1;
  return [-y * scale, -x * scale];
}

/** Offset upwards [px] as deflection of a lever. */
export function leverDeflection(dy: number, travel: number): number {
  return Math.min(1, Math.max(-1, -dy / travel));
}

/** Part of a deflection that is left so long after letting go. */
export function springBack(elapsed: number): number {
  if (elapsed >= SPRING) return 0;
  const left = 1 - Math.max(0, elapsed) / SPRING;
  return left * left;
}

/** Moving keys, by place, with what they ask of (x, y, z). */
const MOVING: Record<string, readonly [number, number, number]> = {
  ArrowUp: [1, 0, 0],
  ArrowDown: [-1, 0, 0],
  ArrowLeft: [0, 1, 0],
  ArrowRight: [0, -1, 0],
  PageUp: [0, 0, 1],
  PageDown: [0, 0, -1],
};

export const MOVING_KEYS = Object.keys(MOVING);

/** The moving keys that are held. Repeats of a held key change nothing. */
export class HeldKeys {
  #held = new Set<string>();
  fine = false;

  /** A key goes down; returns whether that is news. */
  down(code: string): boolean {
    if (!(code in MOVING) || this.#held.has(code)) return false;
    this.#held.add(code);
    return true;
  }

  /** A key goes up; returns whether it was held. */
  up(code: string): boolean {
    return this.#held.delete(code);
  }

  clear(): void {
    this.#held.clear();
    this.fine = false;
  }

  get any(): boolean {
    return this.#held.size > 0;
  }

  deflection(): [number, number, number] {
    const sum: [number, number, number] = [0, 0, 0];
    for (const code of this.#held) {
      for (const axis of [0, 1, 2] as const) sum[axis] += MOVING[code]?.[axis] ?? 0;
    }
    const scale = this.fine ? FINE : 1;
    return [sum[0] * scale, sum[1] * scale, sum[2] * scale];
  }
}
