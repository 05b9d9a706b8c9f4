/** Finding a block by what it is called or does. */

import type { BlockInfo } from "@/gen/messages";

/** Blocks that fit a text, the best first: every word must begin a word of the block, or stand in it. */
export function findBlocks(blocks: readonly BlockInfo[], text: string, families: Readonly<Record<string, string>>): BlockInfo[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  const score = (info: BlockInfo): number => {
    const title = info.title.toLowerCase();
    const name = info.name.toLowerCase();
    const rest = `${info.summary} ${families[info.family] ?? ""} ${info.family}`.toLowerCase();
    let sum = 0;
    for (const word of wanted) {
      if (title.startsWith(word) || name.endsWith(`.${word}`)) sum += 8;
      else if (title.includes(` ${word}`)) sum += 5;
      else if (title.includes(word) || name.includes(word)) sum += 3;
      else if (rest.includes(word)) sum += 1;
      else return 0;
    }
    return sum;
  };
  return blocks
    .map((info) => ({ info, points: score(info) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points || a.info.title.length - b.info.title.length)
    .map(({ info }) => info);
}
