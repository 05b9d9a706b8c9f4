/** What the canvas draws: nodes of the flow and their data. Data that did not change stays the same object. */

import type { Edge, Node } from "@xyflow/react";
import type { PortInfo } from "@/gen/messages";
import type { Point } from "@/model/scheme/document";
import type { Face } from "../geometry";
import type { Quantity, Structure } from "../look";

export type Fault = "" | "warning" | "error";
export type DiffMark = "" | "added" | "changed" | "removed";

export type BlockData = {
  id: string;
  type: string;
  family: string;
  /** What its type is called. */
  title: string;
  /** The sub-scheme it is a use of. */
  nested: string;
  face: Face;
  fault: Fault;
  /** What is wrong, for the pointer and for readers. */
  why: string;
  mark: DiffMark;
  /** Ports with wires, by role and name. */
  wired: string;
  constants: Readonly<Record<string, string>>;
  color: string;
};

export type TerminalData = {
  name: string;
  role: "input" | "output";
  face: Face;
  port: PortInfo;
  fault: Fault;
  why: string;
  mark: DiffMark;
  wired: boolean;
};

export type NoteData = {
  index: number;
  text: string;
};

export type BlockNodeType = Node<BlockData, "block">;
export type TerminalNodeType = Node<TerminalData, "terminal">;
export type NoteNodeType = Node<NoteData, "note">;
export type CanvasNode = BlockNodeType | TerminalNodeType | NoteNodeType;

export type WireData = {
  wire: string;
  /** The path as SVG. */
  path: string;
  /** Its corners, from port to port. */
  points: readonly Point[];
  quantity: Quantity;
  structure: Structure;
  /** 3, 2×3; empty for single numbers. */
  size: string;
  /** Where the slash with the size stands. */
  slash: readonly [number, number] | null;
  dots: readonly (readonly [number, number])[];
  fault: boolean;
  mark: DiffMark;
};

export type WireEdgeType = Edge<WireData, "wire">;

export const blockNode = (id: string): string => `block:${id}`;
export const inputNode = (name: string): string => `input:${name}`;
export const outputNode = (name: string): string => `output:${name}`;
export const noteNode = (index: number): string => `note:${index}`;

export type NodeRole = "block" | "input" | "output" | "note";

/** What a node stands for. */
export function nodeThing(id: string): { role: NodeRole; name: string } {
  const colon = id.indexOf(":");
  return { role: id.slice(0, colon) as NodeRole, name: id.slice(colon + 1) };
}
