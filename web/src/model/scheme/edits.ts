/**
 * Edits of a scheme: pure functions from (document, level, what) to a document.
 *
 * An edit that makes no sense (a block that is not there, a name that is taken) gives back the very same document.
 * Documents stay plain JSON with defaults left out; wires, bends, places and paths of parameters follow what they
 * belong to. An edit that makes something gives it back together with the document.
 */
export * from "./edit-blocks";
export * from "./edit-drawing";
export * from "./edit-ports";
export * from "./edit-things";
export * from "./edit-wires";
export * from "./grouping";
export * from "./make-mine";
export * from "./sub-schemes";
export * from "./ungrouping";
export * from "./using-parts";
