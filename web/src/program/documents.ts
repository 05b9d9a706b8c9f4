import { documentKind } from "@/documents/documents";
import type { ProgramDocument } from "@/gen/documents";
import { pathOf } from "@/shell/router";

export const programs = documentKind<ProgramDocument>("program", {
  words: (w) => w.program,
  pathTo: (name = "") => `${pathOf("design")}?program=${encodeURIComponent(name)}`,
});
