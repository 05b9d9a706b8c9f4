import type { ReactFlowInstance } from "@xyflow/react";
import { createContext, useContext } from "react";
import type { Point } from "@/model/scheme/document";
import type { SchemeState, SchemeStore } from "@/model/scheme/store";
import type { Actions } from "./actions";
import type { CanvasNode, WireEdgeType } from "./canvas/nodes";
import type { View, ViewStore } from "./view";

/** Where the scheme is to run; known from the address, or chosen when it is first run. */
export interface Where {
  exercise: string;
  variant: string;
  world: string;
  panel: string;
  /** By itself, with sources at its inputs. */
  bench?: boolean;
}

/** One open scheme and everything that edits it. */
export interface Editor {
  /** Name of the document. */
  name: string;
  store: SchemeStore;
  view: ViewStore;
  actions: Actions;
  /** The canvas, once it is there. */
  flow: { current: ReactFlowInstance<CanvasNode, WireEdgeType> | null };
}

export const EditorContext = createContext<Editor | null>(null);

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error("This part belongs into an editor.");
  return editor;
}

/** The point of a scheme in the middle of what is shown, or so many pixels of the screen beside it. */
export function middleOf({ flow }: Editor, dx = 0, dy = 0): Point {
  const box = document.querySelector("[data-canvas]")?.getBoundingClientRect();
  const at = box && { x: box.x + box.width / 2 + dx, y: box.y + box.height / 2 + dy };
  return (at && flow.current?.screenToFlowPosition(at)) ?? { x: 0, y: 0 };
}

/** A part of the scheme's state. */
export const useScheme = <T>(part: (state: SchemeState) => T): T => useEditor().store(part);

/** A part of what the editor shows. */
export const useView = <T>(part: (view: View) => T): T => useEditor().view(part);
