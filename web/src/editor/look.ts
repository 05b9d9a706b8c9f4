/** How blocks and ports look: icons of families, colours of quantities, shapes of structures. */

import {
  Activity, Binary, Box, Boxes, Calculator, ChartSpline, CircuitBoard, DraftingCompass, Move3d, Radio, Triangle, Waypoints, Workflow,
} from "lucide-react"; // biome-ignore format: a list
import type { PortInfo } from "@/gen/messages";
import type { IconType } from "@/ui";

const ICONS: Record<string, IconType> = {
  sources: Radio,
  arithmetic: Calculator,
  trigonometry: Triangle,
  control: Activity,
  digital: Binary,
  logic: CircuitBoard,
  vector: Move3d,
  geometry: DraftingCompass,
  sinks: ChartSpline,
  kinematics: Waypoints,
  scheme: Workflow,
  part: Boxes,
};

/** The icon of a family of blocks; families of the user's own share one. */
export const familyIcon = (family: string): IconType => ICONS[family] ?? Box;

/** The family of a block type: 'control' of 'control.pd'. */
export const familyOf = (type: string): string => type.split(".", 1)[0] ?? "";

/** Shape of a port: what it carries is a number, several, a pose, or yes and no. */
export type Structure = "scalar" | "vector" | "pose" | "logic";

export type Quantity = PortInfo["quantity"];

export function structureOf(port: Pick<PortInfo, "kind" | "shape" | "quantity">): Structure {
  if (port.shape.length > 0) return port.quantity === "pose" ? "pose" : "vector";
  return port.kind === "boolean" ? "logic" : "scalar";
}

/** 3 for a vector of three, 2×3 for a matrix. */
export const shapeText = (shape: readonly number[]): string => shape.join("×");
