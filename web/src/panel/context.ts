/** What the elements of a panel need to know of the panel they are on. */

import { createContext, useContext } from "react";
import type { PanelDocument } from "@/gen/documents";
import type { Scene } from "@/gen/messages";
import type { JointLimits } from "@/model/panel/limits";
import type { Quat } from "@/model/scene/pose";

export interface PanelFacts {
  panel: PanelDocument;
  /** Address of the picture of the robot; empty if it has none. */
  picture: string;
  joints: readonly JointLimits[];
  /** Site or body of each effector, by the name on the panel. */
  effectors: Readonly<Record<string, string>>;
  /** The scene of the session, of which the picture is drawn; left out if there is none. */
  scene?: Scene | null;
  /** How the axes of a frame stand in the world now, if that is known. */
  turn?: (frame: string) => Quat | null;
  /** Whether the robot's right side is on the right of the scene; null or left out if that is not known. */
  facing?: boolean | null;
  /** Why no point of the scene can be picked; left out if it can. */
  noScene?: string;
  /** Why nothing on it can be moved now; empty if everything can. */
  locked: string;
}

export const PanelContext = createContext<PanelFacts | null>(null);

export function usePanel(): PanelFacts {
  const facts = useContext(PanelContext);
  if (!facts) throw new Error("An element stands outside of a panel.");
  return facts;
}
