/** Where tags stand around what they name. */

export interface TagBox {
  id: string;
  /** The named point on the screen [px]. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** How far from the point [px]; 0 puts the tag onto it. */
  reach: number;
}

export interface Placed {
  id: string;
  /** Middle of the tag [px]. */
  x: number;
  y: number;
  /** Which of the places around the point was taken. */
  spot: number;
}

/** Something that lies over the picture, by its middle [px]: no tag stands there. */
export interface Cover {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Sideways first: tags are wide. The outer side, away from the middle of the picture, is tried before the inner one. */
const SPOTS: readonly (readonly [number, number])[] = [
  [1, -0.12],
  [1, 0.62],
  [1, -0.8],
  [-1, -0.12],
  [-1, 0.62],
  [-1, -0.8],
  [0, -1],
  [0, 1],
  // farther away, where there is much around the point
  [0.5, 2.2],
  [-0.5, 2.2],
  [0.5, -2.2],
  [-0.5, -2.2],
];

const PAD = 6;
/** What is named should stay in sight: no tag stands on the point of another [px]. */
const POINT = 24;

/**
 * Places for tags that do not cover each other.
 *
 * Args:
 *   before: Places taken last time; they are kept while they fit, so that tags do not jump.
 *   middle: Where the outer sides part [px].
 */
export function placeTags(
  tags: readonly TagBox[],
  size: { width: number; height: number },
  middle: number,
  before: ReadonlyMap<string, number> = new Map(),
  covers: readonly Cover[] = [],
): Placed[] {
  const taken: (Cover & { id?: string })[] = [
    ...covers,
    ...tags.filter((tag) => tag.reach > 0).map(({ id, x, y }) => ({ id, x, y, width: POINT, height: POINT })),
  ];
  return tags.map((tag) => {
    const outer = tag.x < middle ? -1 : 1;
    const at = (spot: number) => {
      const [dx, dy] = SPOTS[spot] ?? [0, 0];
      if (tag.reach === 0) return { x: tag.x, y: tag.y };
      return { x: tag.x + outer * dx * (tag.reach + tag.width / 2), y: tag.y + dy * (tag.reach + tag.height / 2) };
    };
    const fits = (spot: number) => {
      const { x, y } = at(spot);
      const inside =
        x - tag.width / 2 > 2 &&
        x + tag.width / 2 < size.width - 2 &&
        y - tag.height / 2 > 2 &&
        y + tag.height / 2 < size.height - 2;
      const clear = taken.every(
        (other) =>
          other.id === tag.id ||
          Math.abs(other.x - x) >= (other.width + tag.width) / 2 + PAD ||
          Math.abs(other.y - y) >= (other.height + tag.height) / 2 + PAD,
      );
      return inside && clear;
    };
    const kept = before.get(tag.id);
    const order = kept === undefined ? SPOTS.map((_, n) => n) : [kept, ...SPOTS.map((_, n) => n)];
    const spot = tag.reach === 0 ? 0 : (order.find(fits) ?? order[0] ?? 0);
    const place = at(spot);
    taken.push({ ...place, width: tag.width, height: tag.height });
    return { id: tag.id, ...place, spot };
  });
}
