/** Schemes on the server. */

import type { SchemeDocument } from "@/gen/documents";
import type { DocumentEntry, DocumentState, NewDocument, SaveDocument } from "@/gen/messages";
import { api } from "@/link/http";

/** Whether something is a scheme, as far as its head tells. */
export function isScheme(value: unknown): value is SchemeDocument {
  return typeof value === "object" && value !== null && "format" in value && value.format === "pult.scheme";
}

const pathOfScheme = (name: string) => `/api/documents/scheme/${encodeURIComponent(name)}`;

export const listSchemes = (): Promise<DocumentEntry[]> => api.get<DocumentEntry[]>("/api/documents?kind=scheme");

export const fetchScheme = (name: string, shipped = false): Promise<DocumentState> =>
  api.get<DocumentState>(pathOfScheme(name) + (shipped ? "?shipped=1" : ""));

export function saveScheme(
  name: string,
  document: SchemeDocument,
  version: string | null,
  overwrite = false,
): Promise<DocumentState> {
  const body: SaveDocument = { document, version, overwrite };
  return api.put<DocumentState>(pathOfScheme(name), body);
}

export function newScheme(name: string, template: string): Promise<DocumentState> {
  const body: NewDocument = { kind: "scheme", name, template };
  return api.post<DocumentState>("/api/documents/new", body);
}

export const removeScheme = (name: string, version: string): Promise<void> =>
  api.remove(`${pathOfScheme(name)}?version=${encodeURIComponent(version)}`);

/** What names of documents may be. */
export const DOCUMENT_NAME = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,62}$/;

/** A free name near one. */
export function freeName(base: string, taken: readonly string[]): string {
  const all = new Set(taken);
  if (!all.has(base)) return base;
  for (let n = 2; ; n++) if (!all.has(`${base}-${n}`)) return `${base}-${n}`;
}
