/** Where points of the scene are seen. */

import type { Vec3 } from "./pose";

/**
 * The place of a point in a picture [px]; null behind the eye.
 *
 * Args:
 *   sight: Projection times view, column by column. Shape (16,).
 */
export function seenAt(
  sight: ArrayLike<number>,
  [x, y, z]: Vec3,
  size: { width: number; height: number },
): { x: number; y: number } | null {
  const row = (n: number) =>
    (sight[n] ?? 0) * x + (sight[4 + n] ?? 0) * y + (sight[8 + n] ?? 0) * z + (sight[12 + n] ?? 0);
  const away = row(3);
  if (away <= 0 || row(2) > away) return null;
  return { x: (row(0) / away / 2 + 0.5) * size.width, y: (0.5 - row(1) / away / 2) * size.height };
}
