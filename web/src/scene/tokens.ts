/** Tokens of the page that colour the scene. */

const NAMES = [
  "--app",
  "--accent",
  "--try-a",
  "--try-b",
  "--lamp-warn",
  "--axis-x",
  "--axis-y",
  "--axis-z",
  "--control",
  "--line",
  "--line-2",
  "--line-3",
  "--text-2",
  "--text-3",
] as const;

/** Colours by the names of their tokens, as CSS writes them. */
export type Tokens = Record<(typeof NAMES)[number], string>;

/** Reads the tokens as they are now. */
export function readTokens(element: Element): Tokens {
  const style = getComputedStyle(element);
  return Object.fromEntries(NAMES.map((name) => [name, style.getPropertyValue(name).trim()])) as Tokens;
}
