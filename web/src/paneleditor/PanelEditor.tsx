import { useEffect, useMemo, useState } from "react";
import { useSavedChip } from "@/documents/Saved";
import { useDrafts } from "@/documents/useDrafts";
import { useSaves } from "@/documents/useSaves";
import type { PanelDocument } from "@/gen/documents";
import type { DocumentState } from "@/gen/messages";
import { api } from "@/link/http";
import { createPanelStore } from "@/model/paneldoc/store";
import { usePlace } from "@/shell/topbar";
import { ErrorBoundary, Split, Tabs } from "@/ui";
import { useWords, type Words } from "@/words";
import { Board } from "./Board";
import { createPanelView, EditorContext, type PanelEditorFacts } from "./context";
import { Dialogs } from "./Dialogs";
import { editorPath, panels, picturePath } from "./documents";
import { Outline } from "./Outline";
import { Palette } from "./Palette";
import css from "./PanelEditor.module.css";
import { Problems } from "./Problems";
import { Sheet } from "./sheet/Sheet";
import { Toolbar } from "./Toolbar";
import { useChecks } from "./useChecks";
import { useKeys } from "./useKeys";
import { usePictureSize } from "./usePictureSize";
import { useWorld } from "./world";

/** Props of {@link PanelEditor}. */
export interface PanelEditorProps {
  name: string;
  opened: { state: DocumentState; doc: PanelDocument };
  world: string;
}

const ofPanel = (w: Words) => w.paneleditor.save;

/** One panel being edited: palette and list, board, properties, problems; saving and drafts around them. */
export function PanelEditor({ name, opened, world: asked }: PanelEditorProps) {
  const w = useWords();
  const p = w.paneleditor;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one editor for one opening of the document
  const { store, view } = useMemo(
    () => ({ store: createPanelStore(opened.doc, opened.state.version), view: createPanelView() }),
    [name],
  );
  const world = useWorld(name, asked);
  const saves = useSaves(panels, name, store, opened.state, ofPanel);
  const draft = useDrafts(panels.drafts, name, store, opened.state.version);
  const dirty = store((state) => state.dirty);
  const written = store((state) => state.doc.picture);
  const count = store((state) => Object.keys(state.doc.elements).length);
  const svg = view((now) => now.svg);
  const [tab, setTab] = useState<"palette" | "outline">("palette");

  const picture = useMemo(() => {
    if (!written) return "";
    return svg ? `data:image/svg+xml,${encodeURIComponent(svg)}` : picturePath(name, saves.state.version);
  }, [name, written, svg, saves.state.version]);
  const savedFile = (saves.state.document as PanelDocument).picture?.file ?? "";
  const file = saves.state.own && savedFile.endsWith(".svg") ? savedFile : `${name}.svg`;
  const editor: PanelEditorFacts = { name, store, view, world, picture, file };
  usePictureSize(view, picture, Boolean(written && !written.size));
  useChecks(editor);
  useKeys(editor, () => void saves.save());
  useEffect(() => {
    void api.post("/api/recent", { kind: "panel", name }).catch(() => undefined);
  }, [name]);

  const badge = useSavedChip(dirty, saves.state, p.save);
  usePlace([{ label: p.list.title, href: editorPath() }, { label: name }], badge);

  const preview = view((now) => now.preview);
  const left = (
    <div className={css.left} inert={preview}>
      <Tabs
        label={p.palette.label}
        value={tab}
        onChange={setTab}
        className={css.tabs}
        tabs={[
          { value: "palette", label: p.palette.label },
          { value: "outline", label: p.outline.label, count },
        ]}
      />
      <div className={css.leftBody}>{tab === "palette" ? <Palette /> : <Outline />}</div>
    </div>
  );
  return (
    <EditorContext value={editor}>
      <div className={css.editor} data-testid="panel-editor">
        <Toolbar saving={saves.saving} onSave={() => void saves.save()} />
        <div className={css.panes} data-preview={preview}>
          <Split side="left" size={248} min={200} max={340} keep="paneleditor.left" label={p.palette.label} pane={left}>
            <Split
              side="right"
              size={312}
              min={280}
              max={440}
              keep="paneleditor.sheet"
              label={p.sheet.label}
              pane={
                <div className={css.side} inert={preview}>
                  <Sheet />
                </div>
              }
            >
              <Split
                side="bottom"
                size={96}
                min={72}
                max={360}
                keep="paneleditor.problems"
                label={p.problems.label}
                pane={<Problems />}
              >
                <ErrorBoundary of={p.board.label}>
                  <Board />
                </ErrorBoundary>
              </Split>
            </Split>
          </Split>
        </div>
        <Dialogs name={name} store={store} saves={saves} draft={draft} version={opened.state.version} />
      </div>
    </EditorContext>
  );
}
