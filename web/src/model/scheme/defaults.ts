import type { Part, Point } from "./document";

/** Where things go that the document has no place for. */
export interface Positions {
  readonly blocks: Record<string, Point>;
  readonly inputs: Record<string, Point>;
  readonly outputs: Record<string, Point>;
}

const COLUMN = 240;
const ROW = 120;
const known = new WeakMap<Part, Positions>();

/** Columns in the order of the signals, from left to right: enough to see a scheme before it is laid out properly. */
export function defaultPositions(part: Part): Positions {
  const found = known.get(part);
  if (found) return found;
  const made = columns(part);
  known.set(part, made);
  return made;
}

function columns(part: Part): Positions {
  const rank = ranks(part);
  const filled: number[] = [];
  const blocks: Record<string, Point> = {};
  for (const { id } of part.blocks ?? []) {
    const column = (rank.get(id) ?? 0) + 1;
    const row = filled[column] ?? 0;
    filled[column] = row + 1;
    blocks[id] = { x: column * COLUMN, y: row * ROW };
  }
  const last = Math.max(1, filled.length) * COLUMN;
  const row = (names: string[], x: number) => Object.fromEntries(names.map((name, i) => [name, { x, y: i * 60 }]));
  return {
    blocks,
    inputs: row(Object.keys(part.inputs ?? {}), 0),
    outputs: row(Object.keys(part.outputs ?? {}), last),
  };
}

/** Longest way from a source to each block; wires that lead back are left out. */
function ranks(part: Part): Map<string, number> {
  const into = new Map<string, string[]>();
  const ids = (part.blocks ?? []).map((block) => block.id);
  for (const id of ids) into.set(id, []);
  for (const wire of part.wires ?? []) {
    const [from, to] = [wire.from, wire.to].map((end) => (end.includes(".") ? end.slice(0, end.indexOf(".")) : ""));
    if (from && to && from !== to && into.has(from)) into.get(to)?.push(from);
  }
  const rank = new Map<string, number>();
  const open = new Set<string>();
  for (const start of ids) {
    // Depth first with a stack of its own: a chain of thousands of blocks is no reason to fail.
    const stack = [start];
    while (stack.length > 0) {
      const id = stack[stack.length - 1] as string;
      if (rank.has(id)) {
        stack.pop();
        continue;
      }
      open.add(id);
      const waiting = (into.get(id) ?? []).filter((before) => !rank.has(before) && !open.has(before));
      if (waiting.length > 0) {
        stack.push(...waiting);
        continue;
      }
      rank.set(id, Math.max(-1, ...(into.get(id) ?? []).map((before) => rank.get(before) ?? -1)) + 1);
      open.delete(id);
      stack.pop();
    }
  }
  return rank;
}
