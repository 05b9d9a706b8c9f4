/** Marks on the picture of a robot. */

/** Distance between the two nearest marks, in units of the drawing; without end if there are fewer than two. */
export function leastGap(places: readonly (readonly number[])[]): number {
  let least = Number.POSITIVE_INFINITY;
  places.forEach(([x = 0, y = 0], index) => {
    for (const [u = 0, v = 0] of places.slice(index + 1)) least = Math.min(least, Math.hypot(x - u, y - v));
  });
  return least;
}
