/** Schemes on the server, and drafts of them in this browser. */

import { documentsOf } from "@/documents/documents";
import type { SchemeDocument } from "@/gen/documents";

/** Whether something is a scheme, as far as its head tells. */
export function isScheme(value: unknown): value is SchemeDocument {
  return typeof value === "object" && value !== null && "format" in value && value.format === "pult.scheme";
}

export const schemes = documentsOf("scheme", isScheme);
