import { documentKind } from "@/documents/documents";
import type { ProcedureDocument } from "@/gen/documents";
import { pathOf } from "@/shell/router";

export const procedures = documentKind<ProcedureDocument>("procedure", {
  words: (w) => w.procedure,
  pathTo: (name = "") => pathOf("procedure", name),
});
