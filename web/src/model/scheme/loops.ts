import type { SchemeDocument, WireDocument } from "@/gen/documents";
import type { BlockFacts, CheckResult, LevelFacts } from "@/gen/messages";
import { isSubScheme, levelOf, portName, subSchemeOf, terminalText } from "./document";

/** Outputs of a block that depend on one of its inputs in the same step; undefined if that is not known. */
export type Through = (block: string, input: string) => readonly string[] | undefined;

/** A circle of ports in which everything waits for everything else. */
export interface Loop {
  /** Blocks of the circle, in the order of the signal, each once. */
  readonly blocks: readonly string[];
  /** Inputs of these blocks that the circle goes through, as 'block.port'. */
  readonly ports: readonly string[];
}

/**
 * The algebraic loop that a new wire would close, or undefined.
 *
 * @param facts Ports of the blocks of the level; `through` of an input says that outputs depend on it at once.
 * @param wires Wires of the level. One that ends at `to` is going to be replaced and does not count.
 * @param through What is known better than from the ports, for instance of sub-schemes.
 */
export function wouldLoop(
  facts: Pick<LevelFacts, "blocks">,
  wires: readonly WireDocument[],
  from: string,
  to: string,
  through: Through = () => undefined,
): Loop | undefined {
  const start = portName(to);
  if (!start.block || !portName(from).block) return undefined;
  const after = new Map<string, string[]>();
  for (const wire of wires) {
    if (wire.to === to || !wire.to.includes(".")) continue;
    const list = after.get(wire.from);
    if (list) list.push(wire.to);
    else after.set(wire.from, [wire.to]);
  }
  const reached = new Map<string, string>([[to, ""]]);
  const open = [to];
  for (let input = open.shift(); input !== undefined; input = open.shift()) {
    const { block, port } = portName(input);
    for (const output of outputsOf(facts.blocks[block], block, port, through)) {
      const source = terminalText(block, output);
      if (source === from) return circle(reached, input);
      for (const next of after.get(source) ?? []) {
        if (reached.has(next)) continue;
        reached.set(next, input);
        open.push(next);
      }
    }
  }
  return undefined;
}

function outputsOf(facts: BlockFacts | undefined, block: string, input: string, through: Through): readonly string[] {
  const known = through(block, input);
  if (known) return known;
  const port = facts?.inputs.find(({ name }) => name === input);
  return port?.through ? (facts?.outputs ?? []).map(({ name }) => name) : [];
}

function circle(reached: ReadonlyMap<string, string>, last: string): Loop {
  const ports: string[] = [];
  for (let at: string | undefined = last; at; at = reached.get(at)) ports.unshift(at);
  return { ports, blocks: [...new Set(ports.map((port) => portName(port).block))] };
}

/** Feed-through of the sub-schemes on a level, followed port by port through their borders. */
export function throughOf(doc: SchemeDocument, facts: CheckResult["levels"], level: string): Through {
  const blocks = new Map((levelOf(doc, level)?.blocks ?? []).map((block) => [block.id, block]));
  const known = new Map<string, Map<string, string[]>>();
  return (id, input) => {
    const block = blocks.get(id);
    if (!block || !isSubScheme(block)) return undefined;
    const scheme = subSchemeOf(block);
    let table = known.get(scheme);
    if (!table) {
      table = tableOf(doc, facts, scheme, known, new Set());
      known.set(scheme, table);
    }
    return table.get(input) ?? [];
  };
}

/** For each external input of a sub-scheme, the external outputs that depend on it at once. */
function tableOf(
  doc: SchemeDocument,
  facts: CheckResult["levels"],
  scheme: string,
  known: Map<string, Map<string, string[]>>,
  inside: ReadonlySet<string>,
): Map<string, string[]> {
  const part = levelOf(doc, scheme);
  const table = new Map<string, string[]>();
  if (!part || inside.has(scheme)) return table;
  const blocks = new Map((part.blocks ?? []).map((block) => [block.id, block]));
  const through: Through = (id, input) => {
    const block = blocks.get(id);
    if (!block || !isSubScheme(block)) return undefined;
    const name = subSchemeOf(block);
    const found = known.get(name) ?? tableOf(doc, facts, name, known, new Set([...inside, scheme]));
    known.set(name, found);
    return found.get(input) ?? [];
  };
  for (const name of Object.keys(part.inputs ?? {})) {
    const outputs = new Set<string>();
    const seen = new Set<string>([name]);
    const open = [name];
    for (let source = open.pop(); source !== undefined; source = open.pop()) {
      for (const wire of part.wires ?? []) {
        if (wire.from !== source) continue;
        const { block, port } = portName(wire.to);
        if (!block) {
          outputs.add(port);
          continue;
        }
        for (const output of outputsOf(facts[scheme]?.blocks[block], block, port, through)) {
          const next = terminalText(block, output);
          if (!seen.has(next)) open.push(next);
          seen.add(next);
        }
      }
    }
    table.set(name, [...outputs]);
  }
  return table;
}
