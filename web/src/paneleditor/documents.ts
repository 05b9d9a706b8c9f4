/** Panels on the server, and drafts of them in this browser. */

import type { PanelDocument } from "@/gen/documents";
import type { DocumentEntry, DocumentState, NewDocument, PanelPicture, SaveDocument } from "@/gen/messages";
import { api } from "@/link/http";
import { isPanel } from "@/model/paneldoc/document";

const pathOfPanel = (name: string) => `/api/documents/panel/${encodeURIComponent(name)}`;

/** Path of the page that edits a panel; the list of panels without a name. */
export const editorPath = (name = ""): string => `/design?panel=${encodeURIComponent(name)}`;

export const listPanels = (): Promise<DocumentEntry[]> => api.get<DocumentEntry[]>("/api/documents?kind=panel");

export const fetchPanel = (name: string): Promise<DocumentState> => api.get<DocumentState>(pathOfPanel(name));

export function savePanel(
  name: string,
  document: PanelDocument,
  version: string | null,
  overwrite = false,
): Promise<DocumentState> {
  const body: SaveDocument = { document, version, overwrite };
  return api.put<DocumentState>(pathOfPanel(name), body);
}

export function newPanel(name: string, template: string): Promise<DocumentState> {
  const body: NewDocument = { kind: "panel", name, template };
  return api.post<DocumentState>("/api/documents/new", body);
}

export const removePanel = (name: string, version: string): Promise<void> =>
  api.remove(`${pathOfPanel(name)}?version=${encodeURIComponent(version)}`);

export const picturePath = (name: string, version: string): string =>
  `${pathOfPanel(name)}/picture?v=${encodeURIComponent(version)}`;

export function savePicture(name: string, svg: string): Promise<void> {
  const body: PanelPicture = { svg };
  return api.put<void>(`${pathOfPanel(name)}/picture`, body);
}

/** What names of documents may be. */
export const DOCUMENT_NAME = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,62}$/;

export interface Draft {
  /** Version of the saved document it was made from. */
  version: string;
  /** When it was written [ms since 1970]. */
  when: number;
  document: PanelDocument;
}

const place = (name: string) => `pult.draft.panel.${name}`;

export function readDraft(name: string): Draft | null {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(place(name)) ?? "null");
    if (typeof found !== "object" || found === null) return null;
    const { version, when, document } = found as Partial<Draft>;
    return typeof version === "string" && typeof when === "number" && isPanel(document)
      ? { version, when, document }
      : null;
  } catch {
    return null;
  }
}

export function keepDraft(name: string, draft: Draft): void {
  try {
    localStorage.setItem(place(name), JSON.stringify(draft));
  } catch {
    // storage is full or forbidden: the guard before leaving still asks
  }
}

export function dropDraft(name: string): void {
  try {
    localStorage.removeItem(place(name));
  } catch {
    // nothing was kept then
  }
}
