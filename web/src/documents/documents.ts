/** Documents of one kind: on the server, drafts of them in this browser, and what the page says about them. */

import type { DocumentEntry, DocumentState, NewDocument, SaveDocument } from "@/gen/messages";
import { api } from "@/link/http";
import { draftsOf } from "@/model/document/drafts";
import type { Library } from "@/model/document/saving";
import { type Words, words } from "@/words";

/** Where documents of one kind are kept. */
export interface Documents<D> extends Library<D> {
  readonly kind: NewDocument["kind"];
  path(name: string): string;
  list(): Promise<DocumentEntry[]>;
  fetch(name: string): Promise<DocumentState>;
  /** The shipped document of a name, whether or not the user has one of their own. */
  fetchShipped(name: string): Promise<D>;
  remove(name: string, version: string): Promise<void>;
}

/**
 * Documents of a kind.
 *
 * @param more How such a document is told in more than its head, and what an editor adds before it shows one.
 */
export function documentsOf<D>(
  kind: NewDocument["kind"],
  more: Partial<Pick<Documents<D>, "isOne" | "prepared">> = {},
): Documents<D> {
  const path = (name: string) => `/api/documents/${kind}/${encodeURIComponent(name)}`;
  const isOne = (value: unknown): value is D =>
    typeof value === "object" && value !== null && "format" in value && value.format === `pult.${kind}`;
  return {
    kind,
    isOne,
    ...more,
    drafts: draftsOf(kind, more.isOne ?? isOne, () => localStorage),
    path,
    list: () => api.get(`/api/documents?kind=${kind}`),
    fetch: (name) => api.get(path(name)),
    fetchShipped: async (name) => (await api.get<DocumentState>(`${path(name)}?shipped=1`)).document as D,
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

/** A kind of document that people edit: what an editor has to say besides the document itself. */
export interface DocumentKind<D> extends Documents<D> {
  words(w: Words): DocumentWords;
  /** The page that edits one; that of all of them without a name. */
  pathTo(name?: string): string;
}

/** What the page says of a kind of document, besides what it says of all of them. */
export interface DocumentWords {
  list: { title: string };
  open: Words["documents"]["open"] & { loading: string; back: string; notOne: string };
  draft: Words["documents"]["draft"] & { text: (ago: string) => string };
  save: Words["documents"]["save"] & {
    shipped: string;
    shippedTip: string;
    copyMade: (name: string) => string;
    failed: string;
  };
}

export function documentKind<D>(
  kind: Documents<D>["kind"],
  own: Pick<DocumentKind<D>, "words" | "pathTo"> & Partial<Pick<DocumentKind<D>, "isOne" | "prepared">>,
): DocumentKind<D> {
  return { ...documentsOf<D>(kind, own), ...own };
}

/** A document as the server keeps it, and as an editor shows it at first. */
export interface Opened<D> {
  readonly kept: DocumentState;
  readonly doc: D;
}

/** Brings a document from the server. */
export async function openDocument<D>(kind: DocumentKind<D>, name: string): Promise<Opened<D>> {
  const kept = await kind.fetch(name);
  const { document: found } = kept;
  if (!kind.isOne(found)) throw new Error(kind.words(words()).open.notOne);
  return { kept, doc: (await kind.prepared?.(found, kept)) ?? found };
}

/** What names of documents may be. */
export const DOCUMENT_NAME = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,62}$/;
