/** Colours and fonts of the page for drawing on a canvas. */

export interface Palette {
  /** The colour of a token, such as 'axis-x'. */
  colour: (token: string) => string;
  /** A font of a size [px]: of numbers, or of words. */
  font: (size: number, of?: "num" | "ui", weight?: number) => string;
}

/** Reads the tokens as they are now; read anew when the theme changes. */
export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  const read = (token: string) => style.getPropertyValue(`--${token}`).trim();
  return {
    colour: (token) => read(token) || "currentColor",
    font: (size, of = "num", weight = 400) => `${weight} ${size}px ${read(`font-${of}`)}`,
  };
}

/** Patterns of dashes [px] for lines that share a colour. */
export const DASHES: readonly number[][] = [[], [6, 4], [2, 3], [9, 3, 2, 3]];
