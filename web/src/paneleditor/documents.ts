/** Panels on the server, their pictures, and drafts of them in this browser. */

import { documentKind } from "@/documents/documents";
import type { PanelDocument } from "@/gen/documents";
import type { PanelPicture } from "@/gen/messages";
import { api } from "@/link/http";
import { isPanel } from "@/model/paneldoc/document";
import { pathOf } from "@/shell/router";

export const panels = documentKind<PanelDocument>("panel", {
  words: (w) => w.paneleditor,
  pathTo: (name = "") => `${pathOf("design")}?panel=${encodeURIComponent(name)}`,
  isOne: isPanel,
});

export const picturePath = (name: string, version: string): string =>
  `${panels.path(name)}/picture?v=${encodeURIComponent(version)}`;

export function savePicture(name: string, svg: string): Promise<void> {
  const body: PanelPicture = { svg };
  return api.put<void>(`${panels.path(name)}/picture`, body);
}
