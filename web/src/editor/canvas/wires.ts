/** Wires of a level for the flow, along the ways that the router finds. */

import { bendsOf, type Part, portName, wireKey } from "@/model/scheme/document";
import type { FaultIndex } from "@/model/scheme/faults";
import { middleOf, pathOf, type Route, Router, type RouterPort, type RouterWire } from "@/model/scheme/route";
import type { Face, Pin } from "../geometry";
import { shapeText, structureOf } from "../look";
import { blockNode, type CanvasNode, type DiffMark, inputNode, outputNode, type WireEdgeType } from "./nodes";
import { portKey } from "./wiring";

interface End {
  node: string;
  handle: string;
  pin: Pin | undefined;
}

/** One signal and where its value can stand. */
export interface Net {
  /** 'block.port' or an external input. */
  from: string;
  x: number;
  y: number;
  quantity: Pin["port"]["quantity"];
  unit: string;
  /** Length of the straight part it stands on; a value that is longer stands above it. */
  room: number;
}

type Ends = { key: string; net: string; from: End; to: End }[];

interface Known {
  wires: Part["wires"];
  bends: NonNullable<Part["ui"]>["wires"];
  faces: ReadonlyMap<string, Face>;
  ends: Ends;
  wanted: RouterWire[];
}

export class Wires {
  #known: Known | null = null;
  #router = new Router();
  #level: string | null = null;
  #edges = new Map<string, { edge: WireEdgeType; route: Route }>();
  #nets = new Map<string, Net>();
  edges: WireEdgeType[] = [];
  nets: Net[] = [];

  build(
    part: Part,
    level: string,
    nodes: readonly CanvasNode[],
    faces: ReadonlyMap<string, Face>,
    faults: FaultIndex,
    marks: ReadonlyMap<string, DiffMark>,
  ): WireEdgeType[] {
    if (level !== this.#level) {
      this.#router = new Router();
      this.#edges.clear();
      this.#level = level;
    }
    const boxes = nodes
      .filter((node) => node.type !== "note")
      .map(({ id, position, width = 0, height = 0 }) => ({ id, ...position, width, height }));
    const { ends, wanted } = this.#wiresOf(part, faces);
    const routes = this.#router.sync(boxes, wanted);
    const seen = new Set<string>();
    const nets = new Map<string, Net>();
    const kept = new Map<string, { edge: WireEdgeType; route: Route }>();
    for (const { key, net, from, to } of ends) {
      const route = routes.get(key);
      if (!route || !from.pin) continue;
      const first = !seen.has(net);
      seen.add(net);
      const fault = faults.severity(level, "wires", key) === "error";
      const mark = marks.get(`${level} ${key}`) ?? "";
      const { port } = from.pin;
      const known = this.#edges.get(key);
      const fits =
        known?.route === route &&
        known.edge.data?.fault === fault &&
        known.edge.data.mark === mark &&
        known.edge.data.quantity === port.quantity &&
        known.edge.data.size === shapeText(port.shape) &&
        (known.edge.data.slash !== null) === (first && port.shape.length > 0);
      const edge: WireEdgeType = fits && known ? known.edge : {
        id: key,
        type: "wire",
        source: from.node,
        target: to.node,
        sourceHandle: from.handle,
        targetHandle: to.handle,
        data: {
          wire: key,
          path: pathOf(route.points, 8, route.hops),
          points: route.points,
          quantity: port.quantity,
          structure: structureOf(port),
          size: shapeText(port.shape),
          slash: first && port.shape.length > 0 ? slashOf(route) : null,
          dots: route.dots.map(({ x, y }) => [x, y] as const),
          fault,
          mark,
        },
      }; // biome-ignore format: one edge
      kept.set(key, { edge, route });
      if (first) nets.set(net, this.#net(net, route, port.quantity, port.unit));
    }
    this.#edges = kept;
    this.#nets = nets;
    const edges = [...kept.values()].map(({ edge }) => edge);
    if (edges.length !== this.edges.length || edges.some((edge, index) => edge !== this.edges[index]))
      this.edges = edges;
    const list = [...nets.values()];
    if (list.length !== this.nets.length || list.some((net, index) => net !== this.nets[index])) this.nets = list;
    return this.edges;
  }

  /** The wires of a level with their ends; the same as long as neither wires nor blocks change. */
  #wiresOf(part: Part, faces: ReadonlyMap<string, Face>): { ends: Ends; wanted: RouterWire[] } {
    const known = this.#known;
    if (known && known.wires === part.wires && known.bends === part.ui?.wires && known.faces === faces) return known;
    const ends = (part.wires ?? []).flatMap((wire) => {
      const from = endOf(wire.from, "out", faces);
      const to = endOf(wire.to, "in", faces);
      return from.pin && to.pin ? [{ key: wireKey(wire), net: wire.from, from, to }] : [];
    });
    const wanted = ends.map(({ key, net, from, to }) => ({
      key,
      net,
      from: portOf(from),
      to: portOf(to),
      bends: bendsOf(part, key),
    }));
    this.#known = { wires: part.wires, bends: part.ui?.wires, faces, ends, wanted };
    return this.#known;
  }

  #net(from: string, route: Route, quantity: Net["quantity"], unit: string): Net {
    const { point, horizontal } = middleOf(route.points);
    const { x, y } = point;
    const room = horizontal ? lengthAt(route.points, y, x) : 0;
    const old = this.#nets.get(from);
    return old && old.x === x && old.y === y && old.quantity === quantity && old.unit === unit && old.room === room
      ? old
      : { from, x, y, quantity, unit, room };
  }
}

/** The end of a wire on the canvas. */
export function endOf(terminal: string, role: "in" | "out", faces: ReadonlyMap<string, Face>): End {
  const { block, port } = portName(terminal);
  const node = block ? blockNode(block) : role === "out" ? inputNode(port) : outputNode(port);
  const face = faces.get(node);
  const pins = role === "out" ? face?.outputs : face?.inputs;
  return { node, handle: portKey(role, terminal), pin: pins?.find((pin) => pin.port.name === port) };
}

const portOf = ({ node, pin }: End): RouterPort => ({
  node,
  dx: pin?.x ?? 0,
  dy: pin?.y ?? 0,
  side: pin?.side ?? "left",
});

/** Length of the level part that a point lies on. */
function lengthAt(points: Route["points"], y: number, x: number): number {
  for (let index = 1; index < points.length; index++) {
    const [a, b] = [points[index - 1], points[index]];
    if (a && b && a.y === y && b.y === y && (x - a.x) * (x - b.x) <= 0) return Math.abs(b.x - a.x);
  }
  return 0;
}

/** Where the size of a vector stands: near the start of the first level part with room for it. */
function slashOf({ points }: Route): readonly [number, number] | null {
  for (let index = 1; index < points.length; index++) {
    const [a, b] = [points[index - 1], points[index]];
    if (!a || !b || a.y !== b.y) continue;
    const length = Math.abs(b.x - a.x);
    if (length < 34) continue;
    return [a.x + Math.sign(b.x - a.x) * Math.min(22, length / 2), a.y];
  }
  return null;
}
