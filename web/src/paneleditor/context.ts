/** What all parts of the editor share. */

import { createContext, useContext, useMemo } from "react";
import { create } from "zustand";
import type { FaultMessage } from "@/gen/messages";
import type { Guide } from "@/model/paneldoc/guides";
import type { PanelState, PanelStore } from "@/model/paneldoc/store";
import type { WorldFacts } from "./world";

export interface ViewState {
  /** Elements react, nothing is edited. */
  preview: boolean;
  /** Lines that a drag snaps to right now. */
  guides: readonly Guide[];
  /** Text of a picture that was uploaded but does not show under the saved document yet. */
  svg: string;
  /** Size of the picture's file in its own units, if the document leaves it out. */
  natural: readonly [number, number] | null;
  /** 0 shows the whole panel. */
  zoom: number;
  /** Pixels to a unit of the panel, as it is drawn now. */
  scale: number;
}

export const createPanelView = () =>
  create<ViewState>(() => ({
    preview: false,
    guides: [],
    svg: "",
    natural: null,
    zoom: 0,
    scale: 1,
  }));

export interface PanelEditorFacts {
  name: string;
  store: PanelStore;
  view: ReturnType<typeof createPanelView>;
  world: WorldFacts;
  /** Address of the picture; empty without one. */
  picture: string;
  /** File name that a fresh picture is saved under. */
  file: string;
}

export const EditorContext = createContext<PanelEditorFacts | null>(null);

export function usePanelEditor(): PanelEditorFacts {
  const facts = useContext(EditorContext);
  if (!facts) throw new Error("A part of the panel editor stands outside of it.");
  return facts;
}

export function usePanelState<T>(select: (state: PanelState) => T): T {
  return usePanelEditor().store(select);
}

/** What the newest check found, the worst first. */
export function usePanelFaults(): readonly FaultMessage[] {
  const check = usePanelState((state) => state.check);
  return useMemo(() => (check ? [...check.faults, ...check.warnings] : []), [check]);
}

export function useView<T>(select: (state: ViewState) => T): T {
  return usePanelEditor().view(select);
}
