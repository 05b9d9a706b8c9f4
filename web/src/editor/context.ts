import type { ReactFlowInstance } from "@xyflow/react";
import { createContext, useContext } from "react";
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

/** A part of the scheme's state. */
export const useScheme = <T>(part: (state: SchemeState) => T): T => useEditor().store(part);

/** A part of what the editor shows. */
export const useView = <T>(part: (view: View) => T): T => useEditor().view(part);
