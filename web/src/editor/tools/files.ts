/** Schemes as files: pictures and documents. */

import { download } from "@/documents/files";
import type { SchemeDocument } from "@/gen/documents";
import type { LevelQuery } from "@/gen/messages";
import { api } from "@/link/http";
import { showToast } from "@/ui";
import { saidBy, words } from "@/words";
import type { Editor } from "../context";

const fileName = ({ name, store }: Editor, ending: string): string => {
  const { level } = store.getState();
  return `${[name, level].filter(Boolean).join("-")}.${ending}`;
};

const theme = (): "light" | "dark" => (document.documentElement.dataset.theme === "dark" ? "dark" : "light");

async function drawn({ store }: Editor): Promise<string> {
  const { doc, level } = store.getState();
  const query: LevelQuery = { document: doc, level, theme: theme() };
  return api.text("POST", "/api/scheme/draw", query);
}

const failed = (error: unknown) =>
  showToast({
    kind: "error",
    title: words().design.tools.exportFailed,
    text: saidBy(error),
  });

/** The level that is shown, as the server draws it. */
export async function exportSvg(editor: Editor): Promise<void> {
  try {
    download(fileName(editor, "svg"), new Blob([await drawn(editor)], { type: "image/svg+xml" }));
  } catch (error) {
    failed(error);
  }
}

/** The same as pixels, twice as many as on the screen. */
export async function exportPng(editor: Editor): Promise<void> {
  const address = { url: "" };
  try {
    address.url = URL.createObjectURL(new Blob([await drawn(editor)], { type: "image/svg+xml" }));
    const picture = new Image();
    picture.src = address.url;
    await picture.decode();
    const canvas = document.createElement("canvas");
    canvas.width = 2 * picture.naturalWidth;
    canvas.height = 2 * picture.naturalHeight;
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const pixels = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!pixels) throw new Error(words().design.tools.exportFailed);
    download(fileName(editor, "png"), pixels);
  } catch (error) {
    failed(error);
  } finally {
    URL.revokeObjectURL(address.url);
  }
}

/** Take a document from a file, as one step that can be undone. */
export async function readScheme(editor: Editor, input: HTMLInputElement): Promise<void> {
  const [file] = input.files ?? [];
  const t = words().design;
  if (!file) return;
  try {
    const found: unknown = JSON.parse(await file.text());
    if (typeof found !== "object" || found === null || !("format" in found) || found.format !== "pult.scheme")
      throw new Error(file.name);
    editor.store.getState().replaceDoc(found as SchemeDocument, t.steps.import);
    showToast({ kind: "ok", title: t.tools.imported });
  } catch {
    showToast({ kind: "error", title: t.tools.importBad, text: file.name });
  }
  input.value = "";
}
