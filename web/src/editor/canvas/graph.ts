/** Nodes of a level for the flow. Nodes of things that did not change stay the same objects. */

import { type HandleType, type NodeHandle, Position } from "@xyflow/react";
import type { BlockInfo } from "@/gen/messages";
import {
  innerOf,
  isFlipped,
  levelOf,
  own,
  placeIn,
  portName,
  positionOf,
  schemeOf,
  subSchemeOf,
} from "@/model/scheme/document";
import { externalPorts, portsOf, type SchemeState } from "@/model/scheme/store";
import type { Format } from "@/words";
import { faceOfBlock, faceOfTerminal } from "../faces";
import type { Face, Side } from "../geometry";
import { familyOf } from "../look";
import { valueText } from "../sheet/values";
import {
  type BlockData, blockNode, type CanvasNode, type DiffMark, inputNode, type NoteData, noteNode, outputNode, type TerminalData,
} from "./nodes"; // biome-ignore format: a list
import { portKey } from "./wiring";

export type GraphState = Pick<SchemeState, "doc" | "level" | "check" | "checked" | "faults" | "blocks">;

const SIDES: Record<Side, Position> = {
  left: Position.Left,
  right: Position.Right,
  top: Position.Top,
  bottom: Position.Bottom,
};
const HIT = 24;

/** Remembers the nodes it made, so that the same things give the same objects. */
export class Graph {
  #data = new Map<string, { data: BlockData | TerminalData | NoteData; handles: NodeHandle[] }>();
  #nodes = new Map<string, CanvasNode>();
  nodes: CanvasNode[] = [];
  faces = new Map<string, Face>();

  build(state: GraphState, marks: ReadonlyMap<string, DiffMark>, format: Format): CanvasNode[] {
    const { doc, level, faults } = state;
    const part = levelOf(doc, level);
    if (!part) return [];
    const wired = wiredPorts(part.wires ?? []);
    const nodes: CanvasNode[] = [];
    const faces = new Map<string, Face>();
    const mark = (thing: string): DiffMark => marks.get(`${level} ${thing}`) ?? "";
    const why = (kind: "blocks" | "inputs" | "outputs", key: string) =>
      faults
        .at(level, kind, key)
        .map((problem) => problem.fault.message)
        .join("\n");

    for (const block of part.blocks ?? []) {
      const facts = portsOf(state, level, block.id);
      const info = state.blocks.get(block.type);
      const nested = innerOf(doc, block) ? subSchemeOf(block) : "";
      const face = faceOfBlock(block, facts, isFlipped(part, block.id), info, format);
      const id = blockNode(block.id);
      faces.set(id, face);
      const data: BlockData = {
        id: block.id,
        type: block.type,
        family: familyOf(block.type),
        title: info?.title ?? subSchemeOf(block) ?? block.type,
        nested,
        face,
        fault: faults.severity(level, "blocks", block.id) ?? "",
        why: why("blocks", block.id),
        mark: mark(block.id),
        wired: wired.get(block.id) ?? "",
        constants: constantsOf(block.inputs, format),
        color: placeIn(part, "blocks", block.id).color ?? "",
      };
      nodes.push(this.#node(id, "block", positionOf(part, "blocks", block.id), face, data));
    }
    const external = externalPorts(state, level);
    for (const role of ["input", "output"] as const) {
      const kind = role === "input" ? "inputs" : "outputs";
      for (const port of external[kind]) {
        const face = faceOfTerminal(role, port, format);
        const id = role === "input" ? inputNode(port.name) : outputNode(port.name);
        faces.set(id, face);
        const data: TerminalData = {
          name: port.name,
          role,
          face,
          port,
          fault: faults.severity(level, kind, port.name) ?? "",
          why: why(kind, port.name),
          mark: mark(port.name),
          wired: wired.has(`${role} ${port.name}`),
        };
        nodes.push(this.#node(id, "terminal", positionOf(part, kind, port.name), face, data));
      }
    }
    (part.notes ?? []).forEach((note, index) => {
      const [width = 200, height = 60] = placeIn(part, "notes", index).size ?? [];
      const face: Face = { width, height, dx: 0, dy: 0, inputs: [], outputs: [], label: "", lines: [], round: false };
      nodes.push(
        this.#node(noteNode(index), "note", positionOf(part, "notes", index), face, { index, text: note.text }),
      );
    });
    if (faces.size !== this.faces.size || [...faces].some(([id, face]) => this.faces.get(id) !== face))
      this.faces = faces;
    const same = nodes.length === this.nodes.length && nodes.every((node, index) => node === this.nodes[index]);
    this.#nodes = new Map(nodes.map((node) => [node.id, node]));
    if (!same) this.nodes = nodes;
    return this.nodes;
  }

  #node(
    id: string,
    type: "block" | "terminal" | "note",
    at: { x: number; y: number },
    face: Face,
    fresh: BlockData | TerminalData | NoteData,
  ): CanvasNode {
    const known = this.#data.get(id);
    const kept = known && sameData(known.data, fresh) ? known : { data: fresh, handles: handlesOf(fresh, face) };
    this.#data.set(id, kept);
    const x = at.x + face.dx;
    const y = at.y + face.dy;
    const before = this.#nodes.get(id);
    if (
      before &&
      before.data === kept.data &&
      before.position.x === x &&
      before.position.y === y &&
      before.width === face.width &&
      before.height === face.height
    )
      return before;
    return {
      id,
      type,
      position: { x, y },
      width: face.width,
      height: face.height,
      handles: kept.handles,
      data: kept.data,
      ...(type === "note" ? { zIndex: -1 } : {}),
    } as CanvasNode;
  }
}

function sameData(a: object, b: object): boolean {
  const [one, two] = [a as Record<string, unknown>, b as Record<string, unknown>];
  return Object.keys(two).every(
    (key) => one[key] === two[key] || (key === "constants" && JSON.stringify(one[key]) === JSON.stringify(two[key])),
  );
}

/** Where wires can be attached; the flow does not have to measure what is not on the screen. */
function handlesOf(data: BlockData | TerminalData | NoteData, face: Face): NodeHandle[] {
  const prefix = "id" in data ? `${data.id}.` : "";
  const made = (role: "in" | "out", type: HandleType) =>
    (role === "in" ? face.inputs : face.outputs).map((pin) => ({
      id: portKey(role, prefix + pin.port.name),
      type,
      position: SIDES[pin.side],
      x: pin.x - HIT / 2,
      y: pin.y - HIT / 2,
      width: HIT,
      height: HIT,
    }));
  return [...made("in", "target"), ...made("out", "source")];
}

/** For every block, its wired ports as ' in:x  out:y '; for external ports that they are there. */
function wiredPorts(wires: readonly { from: string; to: string }[]): Map<string, string> {
  const found = new Map<string, Set<string>>();
  const add = (key: string, port: string) => {
    const known = found.get(key);
    if (known) known.add(port);
    else found.set(key, new Set([port]));
  };
  for (const wire of wires) {
    const [from, to] = [portName(wire.from), portName(wire.to)];
    add(from.block || `input ${from.port}`, ` out:${from.port} `);
    add(to.block || `output ${to.port}`, ` in:${to.port} `);
  }
  return new Map([...found].map(([key, ports]) => [key, [...ports].join("")]));
}

const NONE: Readonly<Record<string, string>> = {};

function constantsOf(inputs: Record<string, unknown> | undefined, format: Format): Readonly<Record<string, string>> {
  if (!inputs) return NONE;
  return Object.fromEntries(Object.keys(inputs).map((name) => [name, valueText(own(inputs, name), format)]));
}

/** Sub-schemes of a document as block types, for the palette; without those that would hold themselves. */
export function ownTypes(names: readonly string[], doc: SchemeState["doc"], label: string): BlockInfo[] {
  return names.map((name) => {
    const inner = schemeOf(doc, name);
    const { inputs, outputs } = externalPorts({ doc }, name);
    return {
      name: `scheme.${name}`, family: "scheme", title: name, summary: inner?.description ?? label, text: "", equation: "",
      inputs, outputs, parameters: [], state: false, elementwise: false, host: false,
    }; // biome-ignore format: a list
  });
}
