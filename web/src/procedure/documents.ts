import { documentsOf } from "@/documents/documents";
import type { ProcedureDocument } from "@/gen/documents";

export const procedures = documentsOf<ProcedureDocument>(
  "procedure",
  (value): value is ProcedureDocument =>
    typeof value === "object" && value !== null && "format" in value && value.format === "pult.procedure",
);
