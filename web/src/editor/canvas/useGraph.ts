import { useMemo, useRef } from "react";
import { levelOf, type Selection } from "@/model/scheme/document";
import { useFormat } from "@/words";
import { useScheme, useView } from "../context";
import type { Face } from "../geometry";
import { Graph } from "./graph";
import { type CanvasNode, nodeThing, type WireEdgeType } from "./nodes";
import { type Net, Wires } from "./wires";

export type Moved = ReadonlyMap<string, { x: number; y: number }>;

export interface Drawn {
  nodes: CanvasNode[];
  edges: WireEdgeType[];
  nets: readonly Net[];
  faces: ReadonlyMap<string, Face>;
}

const isSelected = (selection: Selection, sets: Map<string, Set<string>>, id: string): boolean => {
  const { role, name } = nodeThing(id);
  if (role === "note") return selection.notes.includes(Number(name));
  return sets.get(role)?.has(name) ?? false;
};

/** What the canvas draws now: the level, with what is selected and where a drag has brought it. */
export function useGraph(moved: Moved): Drawn {
  const format = useFormat();
  const doc = useScheme((state) => state.doc);
  const level = useScheme((state) => state.level);
  const check = useScheme((state) => state.check);
  const checked = useScheme((state) => state.checked);
  const faults = useScheme((state) => state.faults);
  const blocks = useScheme((state) => state.blocks);
  const selection = useScheme((state) => state.selection);
  const marks = useView((view) => view.marks);
  const graphs = useRef<{ level: string; graph: Graph } | null>(null);
  const wires = useRef(new Wires());
  const drawn = useRef({
    nodes: new Map<string, { base: CanvasNode; node: CanvasNode }>(),
    edges: new Map<string, { base: WireEdgeType; edge: WireEdgeType }>(),
  });
  if (graphs.current?.level !== level) graphs.current = { level, graph: new Graph() };
  const { graph } = graphs.current;

  const base = useMemo(
    () => graph.build({ doc, level, check, checked, faults, blocks }, marks, format),
    [graph, doc, level, check, checked, faults, blocks, marks, format],
  );

  const placed = useMemo(() => {
    if (moved.size === 0) return base;
    return base.map((node): CanvasNode => {
      const at = moved.get(node.id);
      return at ? ({ ...node, position: at } as CanvasNode) : node;
    });
  }, [base, moved]);

  const nodes = useMemo(() => {
    const sets = new Map([
      ["block", new Set(selection.blocks)],
      ["input", new Set(selection.inputs)],
      ["output", new Set(selection.outputs)],
    ]);
    const known = drawn.current.nodes;
    const next = new Map<string, { base: CanvasNode; node: CanvasNode }>();
    const list = placed.map((node) => {
      const selected = isSelected(selection, sets, node.id);
      const old = known.get(node.id);
      const kept =
        old && old.base === node && (old.node.selected ?? false) === selected
          ? old
          : { base: node, node: selected ? ({ ...node, selected } as CanvasNode) : node };
      next.set(node.id, kept);
      return kept.node;
    });
    drawn.current.nodes = next;
    return list;
  }, [placed, selection]);

  const plain = useMemo(() => {
    const part = levelOf(doc, level);
    return part ? wires.current.build(part, level, placed, graph.faces, faults, marks) : [];
  }, [doc, level, placed, graph, faults, marks]);

  const edges = useMemo(() => {
    const chosen = new Set(selection.wires);
    const known = drawn.current.edges;
    const next = new Map<string, { base: WireEdgeType; edge: WireEdgeType }>();
    const list = plain.map((edge) => {
      const selected = chosen.has(edge.id);
      const old = known.get(edge.id);
      const kept =
        old && old.base === edge && (old.edge.selected ?? false) === selected
          ? old
          : { base: edge, edge: selected ? { ...edge, selected } : edge };
      next.set(edge.id, kept);
      return kept.edge;
    });
    drawn.current.edges = next;
    return list;
  }, [plain, selection]);

  return { nodes, edges, nets: wires.current.nets, faces: graph.faces };
}
