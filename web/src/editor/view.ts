/** What the editor shows besides the document: switches, marks, what is open over the canvas. */

import { create } from "zustand";
import type { SchemeDocument } from "@/gen/documents";
import type { Point } from "@/model/scheme/document";
import type { DiffMark } from "./canvas/nodes";

/** A palette over the canvas: to place a block, to end a wire, or to insert into a wire. */
export interface Pop {
  /** Where on the screen [px]. */
  x: number;
  y: number;
  /** Where the block goes. */
  at: Point;
  /** The wire's other end, 'out:pd.y'. */
  from?: string;
  /** The wire to insert into. */
  wire?: string;
}

/** A value changed while the scheme ran. */
export interface Tuned {
  /** 'pd.kp', with the blocks that lead there. */
  name: string;
  level: string;
  block: string;
  parameter: string;
  before: unknown;
  after: unknown;
  /** [ms since 1970] */
  when: number;
}

export interface View {
  live: boolean;
  tune: boolean;
  outline: boolean;
  tuned: readonly Tuned[];
  /** The document that the session runs, as far as this page knows. */
  applied: SchemeDocument | null;
  /** Marks of a comparison, by level and thing: ' pd', 'axis pd'. */
  marks: ReadonlyMap<string, DiffMark>;
  pop: Pop | null;
  /** Menu of a wire or a port: which, and where on the screen. */
  menu: { x: number; y: number; wire?: string; port?: string } | null;
  dialog: "" | "run" | "diff-saved" | "diff-shipped" | "save-as";
  /** Things to bring into the middle of the canvas. */
  centre: { ids: readonly string[]; round: number };
  /** Whether places glide to where a layout puts them. */
  gliding: boolean;
  zoom: number;
}

export const createView = () =>
  create<View>(() => ({
    live: true,
    tune: false,
    outline: false,
    tuned: [],
    applied: null,
    marks: new Map(),
    pop: null,
    menu: null,
    dialog: "",
    centre: { ids: [], round: 0 },
    gliding: false,
    zoom: 1,
  }));

export type ViewStore = ReturnType<typeof createView>;
