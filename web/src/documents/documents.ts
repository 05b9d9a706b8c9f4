/** Documents of one kind: on the server, and drafts of them in this browser. */

import type { DocumentEntry, DocumentState, NewDocument, SaveDocument } from "@/gen/messages";
import { api } from "@/link/http";
import { type Drafts, draftsOf } from "@/model/drafts";

export interface Documents<D> {
  kind: NewDocument["kind"];
  /** Whether something is such a document, as far as its head tells. */
  isOne: (value: unknown) => value is D;
  drafts: Drafts<D>;
  path: (name: string) => string;
  list: () => Promise<DocumentEntry[]>;
  fetch: (name: string) => Promise<DocumentState>;
  save: (name: string, document: D, version: string | null, overwrite?: boolean) => Promise<DocumentState>;
  make: (name: string, template: string) => Promise<DocumentState>;
  remove: (name: string, version: string) => Promise<void>;
}

export function documentsOf<D>(kind: NewDocument["kind"], isOne: (value: unknown) => value is D): Documents<D> {
  const path = (name: string) => `/api/documents/${kind}/${encodeURIComponent(name)}`;
  return {
    kind,
    isOne,
    drafts: draftsOf(kind, isOne, () => localStorage),
    path,
    list: () => api.get(`/api/documents?kind=${kind}`),
    fetch: (name) => api.get(path(name)),
    save: (name, document, version, overwrite = false) => {
      const body: SaveDocument = { document, version, overwrite };
      return api.put(path(name), body);
    },
    make: (name, template) => {
      const body: NewDocument = { kind, name, template };
      return api.post("/api/documents/new", body);
    },
    remove: (name, version) => api.remove(`${path(name)}?version=${encodeURIComponent(version)}`),
  };
}

/** What names of documents may be. */
export const DOCUMENT_NAME = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,62}$/;

/** A free name near one. */
export function freeName(base: string, taken: readonly string[]): string {
  const all = new Set(taken);
  if (!all.has(base)) return base;
  for (let n = 2; ; n++) if (!all.has(`${base}-${n}`)) return `${base}-${n}`;
}
