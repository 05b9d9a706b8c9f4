/**
 * Whether two values say the same as JSON: the order of keys counts, keys without a value do not.
 *
 * Documents share all that an edit left alone, so that comparing two of them costs what differs.
 */
export function same(one: unknown, two: unknown): boolean {
  if (Object.is(one, two)) return true;
  if (typeof one !== "object" || typeof two !== "object" || !one || !two) return false;
  if (Array.isArray(one) !== Array.isArray(two)) return false;
  const [left, right] = [written(one), written(two)];
  return (
    left.length === right.length &&
    left.every(([key, value], index) => right[index]?.[0] === key && same(value, right[index]?.[1]))
  );
}

const written = (value: object): [string, unknown][] =>
  Object.entries(value).filter(([, entry]) => entry !== undefined);
