/** Panels on the server, their pictures, and drafts of them in this browser. */

import { documentsOf } from "@/documents/documents";
import type { PanelPicture } from "@/gen/messages";
import { api } from "@/link/http";
import { isPanel } from "@/model/paneldoc/document";

export const panels = documentsOf("panel", isPanel);

/** Path of the page that edits a panel; the list of panels without a name. */
export const editorPath = (name = ""): string => `/design?panel=${encodeURIComponent(name)}`;

export const picturePath = (name: string, version: string): string =>
  `${panels.path(name)}/picture?v=${encodeURIComponent(version)}`;

export function savePicture(name: string, svg: string): Promise<void> {
  const body: PanelPicture = { svg };
  return api.put<void>(`${panels.path(name)}/picture`, body);
}
