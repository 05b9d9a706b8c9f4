/** How wide texts come out, by the same estimate as the server's drawings, so that both leave the same room. */

const MONO = 0.6;
const NARROW = new Set("iljtfrI.,:;'|!()[] -·");
const WIDE = new Set("mwMW@%—ЖМШЩЮжмшщюыф");

export interface Face {
  size: number;
  mono?: boolean;
  strong?: boolean;
}

/** Estimate the width of a text [px]. */
export function textWidth(text: string, { size, mono, strong }: Face): number {
  if (mono) return text.length * MONO * size;
  let ems = 0;
  for (const sign of text) {
    if (NARROW.has(sign)) ems += 0.37;
    else if (WIDE.has(sign)) ems += 0.92;
    else if ((sign.codePointAt(0) ?? 0) >= 0x2e80) ems += 1.05;
    else ems += sign !== sign.toLowerCase() ? 0.7 : 0.59;
  }
  return ems * size * (strong ? 1.07 : 1);
}

/** Cut a text to a number of characters; the cut shows. */
export function shorten(text: string, most: number): string {
  const plain = text.split(/\s+/).filter(Boolean).join(" ");
  return plain.length <= most ? plain : `${plain.slice(0, most - 1).trimEnd()}…`;
}

/** The next multiple of a step. */
export const up = (value: number, step: number): number => step * Math.ceil(value / step);
