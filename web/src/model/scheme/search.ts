import type { BlockInfo, PortInfo } from "@/gen/messages";
import { fitPorts, sameShape } from "./fits";

/** A block type that was found. */
export interface Found {
  readonly block: BlockInfo;
  /** The better the higher. */
  readonly score: number;
  /** Letters of the title that match, as [start, end), to be set off. */
  readonly marks: readonly (readonly [number, number])[];
}

/** Words for families in the languages of the page, and other names by which people look for a block type. */
export interface SearchWords {
  readonly families?: Readonly<Record<string, readonly string[]>>;
  readonly aliases?: Readonly<Record<string, readonly string[]>>;
}

const fold = (text: string): string => text.toLocaleLowerCase().replaceAll("ё", "е").normalize("NFC");

/** Block types for what is typed into the palette, the best first; all of them in their order if nothing is. */
export function searchBlocks(blocks: readonly BlockInfo[], query: string, words: SearchWords = {}): Found[] {
  const parts = fold(query)
    .split(/[\s._-]+/)
    .filter(Boolean);
  if (parts.length === 0) return blocks.map((block) => ({ block, score: 0, marks: [] }));
  return blocks
    .flatMap((block): Found[] => {
      let score = 0;
      const marks: (readonly [number, number])[] = [];
      for (const part of parts) {
        const best = scoreOf(block, part, words);
        if (best.score <= 0) return [];
        score += best.score;
        if (best.mark) marks.push(best.mark);
      }
      return [{ block, score: score / parts.length, marks }];
    })
    .sort(
      (a, b) => b.score - a.score || a.block.title.length - b.block.title.length || order(a.block.name, b.block.name),
    );
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function scoreOf(
  block: BlockInfo,
  part: string,
  words: SearchWords,
): { score: number; mark?: readonly [number, number] } {
  const title = fold(block.title);
  const at = wordAt(title, part);
  const bare = fold(block.name.slice(block.name.indexOf(".") + 1));
  const mark = (start: number) => ({ mark: [start, start + part.length] as const });
  if (title === part) return { score: 100, ...mark(0) };
  if (bare === part) return { score: 98 };
  if (title.startsWith(part)) return { score: 90 - title.length / 20, ...mark(0) };
  if (wordAt(bare, part) >= 0) return { score: 80 };
  if (at >= 0) return { score: 78, ...mark(at) };
  const aliases = [...(words.aliases?.[block.name] ?? []), ...(words.families?.[block.family] ?? []), block.family].map(
    fold,
  );
  if (aliases.some((alias) => wordAt(alias, part) >= 0)) return { score: 60 };
  const inside = title.indexOf(part);
  if (part.length > 1 && inside >= 0) return { score: 50, ...mark(inside) };
  if (part.length > 1 && bare.includes(part)) return { score: 48 };
  if (part.length > 1 && wordAt(fold(block.summary), part) >= 0) return { score: 35 };
  if (part.length > 2 && fold(block.summary).includes(part)) return { score: 20 };
  const loose = Math.max(scattered(title, part), scattered(bare, part));
  if (part.length > 2 && loose > 0) return { score: 15 * loose };
  // One letter wrong, left out or put twice in a word of some length.
  if (
    part.length > 3 &&
    title
      .split(/\s+/)
      .concat(bare.split("_"))
      .some((word) => nearly(word, part))
  )
    return { score: 12 };
  return { score: 0 };
}

/** Where a word begins with this, or -1. */
function wordAt(text: string, part: string): number {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    if (at === 0 || /[\s._\-(/]/.test(text[at - 1] ?? "")) return at;
  }
  return -1;
}

/** Letters in order, others between them: from 0 (not there) to 1 (side by side). */
function scattered(text: string, part: string): number {
  let [at, first] = [-1, -1];
  for (const letter of part) {
    at = text.indexOf(letter, at + 1);
    if (at < 0) return 0;
    if (first < 0) first = at;
  }
  const compact = part.length / (at - first + 1);
  return compact >= 0.5 ? compact : 0;
}

/** Whether the beginning of a word is one edit away from what was typed. */
function nearly(word: string, typed: string): boolean {
  if (Math.abs(word.length - typed.length) > 1 && word.length < typed.length) return false;
  const head = word.slice(0, typed.length + 1);
  let i = 0;
  while (i < typed.length && head[i] === typed[i]) i++;
  const rest = (w: number, t: number) => typed.slice(t) === head.slice(w, w + typed.length - t);
  const swapped = typed[i] === head[i + 1] && typed[i + 1] === head[i] && rest(i + 2, i + 2);
  return rest(i + 1, i + 1) || rest(i, i + 1) || rest(i + 1, i) || swapped;
}

/** A block type that fits a port, and the port of it that does. */
export interface Fitting {
  readonly block: BlockInfo;
  readonly port: string;
  /** Shape that the block needs to be given for that; [] if it fits as it is. */
  readonly shape: readonly number[];
  /** Whether more than an open unit makes it fit. */
  readonly exact: boolean;
}

/**
 * Block types that a wire from a port can lead to, or come from.
 *
 * @param direction 'from' if the wire starts at `port`, so that an input is looked for; 'to' if it ends there.
 */
export function blocksThatFit(blocks: readonly BlockInfo[], port: PortInfo, direction: "from" | "to"): Fitting[] {
  const fitting = blocks.flatMap((block): Fitting[] => {
    const candidates = direction === "from" ? block.inputs : block.outputs;
    const lifts = block.elementwise && port.shape.length > 0;
    const shaped = (other: PortInfo): PortInfo => (lifts ? { ...other, shape: port.shape } : other);
    const fits = (other: PortInfo) =>
      (direction === "from" ? fitPorts(port, shaped(other)) : fitPorts(shaped(other), port)).ok;
    const found = candidates.find(fits);
    if (!found) return [];
    const exact = sameShape(shaped(found).shape, port.shape) && found.unit === port.unit && found.kind === port.kind;
    return [{ block, port: found.name, shape: lifts ? port.shape : [], exact }];
  });
  return fitting.sort((a, b) => Number(b.exact) - Number(a.exact));
}
