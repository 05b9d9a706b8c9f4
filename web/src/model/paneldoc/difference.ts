import type { PanelDocument } from "../../gen/documents";

/** What differs between two versions of a panel, by names of elements. */
export interface Difference {
  added: string[];
  removed: string[];
  changed: string[];
  /** Whether something differs that belongs to no element. */
  panel: boolean;
}

/** What differs between their document and ours. */
export function difference(theirs: PanelDocument, mine: PanelDocument): Difference {
  const [before, after] = [theirs.elements, mine.elements];
  const { elements: _a, ...restBefore } = theirs;
  const { elements: _b, ...restAfter } = mine;
  return {
    added: Object.keys(after).filter((name) => !(name in before)),
    removed: Object.keys(before).filter((name) => !(name in after)),
    changed: Object.keys(after).filter(
      (name) => name in before && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
    ),
    panel: JSON.stringify(restBefore) !== JSON.stringify(restAfter),
  };
}
