import type { RouterNode, RouterWire } from "../route";

/** A drawing of random boxes and wires, for tests of the router. */
export interface Drawing {
  readonly nodes: RouterNode[];
  readonly wires: RouterWire[];
}

/** Numbers from 0 to 1, the same for the same seed. */
export function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

/** Boxes in columns as a layout leaves them, wires mostly to the next columns, some of them leading back. */
export function columnsDrawing(blocks: number, wires: number, seed = 1): Drawing {
  const random = numbers(seed);
  const rows = Math.ceil(Math.sqrt(blocks));
  const nodes = Array.from({ length: blocks }, (_, i): RouterNode => {
    const [column, row] = [Math.floor(i / rows), i % rows];
    const lines = 2 + Math.floor(random() * 3);
    return {
      id: `b${i}`,
      x: column * 240,
      y: row * 140 + 20 * Math.floor(random() * 2),
      width: 120,
      height: 30 + 20 * lines + 10,
    };
  });
  const taken = new Set<string>();
  const made: RouterWire[] = [];
  while (made.length < wires) {
    const from = Math.floor(random() * blocks);
    const leap = random() < 0.12 ? -rows : rows * (random() < 0.8 ? 1 : 2);
    const to = from + leap + Math.floor((random() - 0.5) * 8);
    const [port, out] = [Math.floor(random() * 2), Math.floor(random() * 2)];
    const key = `b${to}.${port}`;
    if (to < 0 || to >= blocks || taken.has(key)) {
      if (taken.size >= blocks * 2) break;
      continue;
    }
    taken.add(key);
    made.push({
      key: `b${from}.${out} -> ${key}`,
      net: `b${from}.${out}`,
      from: { node: `b${from}`, dx: 120, dy: 40 + 20 * out, side: "right" },
      to: { node: `b${to}`, dx: 0, dy: 40 + 20 * port, side: "left" },
    });
  }
  return { nodes, wires: made };
}
