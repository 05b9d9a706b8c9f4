/** Finding a block by what it is called or does. */

import type { BlockInfo } from "@/gen/messages";
import { searchBlocks } from "@/model/scheme/search";

/** Blocks that fit a text, the best first; families go by their words in the language of the page too. */
export function findBlocks(
  blocks: readonly BlockInfo[],
  text: string,
  families: Readonly<Record<string, string>>,
): BlockInfo[] {
  const words = Object.fromEntries(Object.entries(families).map(([family, name]) => [family, [name]]));
  return searchBlocks(blocks, text, { families: words }).map(({ block }) => block);
}
