import { useMemo, useState } from "react";
import { DocumentDialogs } from "@/documents/DocumentDialogs";
import type { Opened } from "@/documents/documents";
import { useDocument, useDocumentPlace } from "@/documents/useDocument";
import type { PanelDocument } from "@/gen/documents";
import type { CheckDocument, CheckResult } from "@/gen/messages";
import { api } from "@/link/http";
import type { Checking } from "@/model/document/checking";
import { createPanelStore } from "@/model/paneldoc/store";
import { ErrorBoundary, Split, Tabs } from "@/ui";
import { useWords } from "@/words";
import { Board } from "./Board";
import { createPanelView, EditorContext, type PanelEditorFacts } from "./context";
import { differences } from "./differences";
import { panels, picturePath } from "./documents";
import { Outline } from "./Outline";
import { Palette } from "./Palette";
import css from "./PanelEditor.module.css";
import { Problems } from "./Problems";
import { Sheet } from "./sheet/Sheet";
import { Toolbar } from "./Toolbar";
import { useKeys } from "./useKeys";
import { usePictureSize } from "./usePictureSize";
import { useWorld } from "./world";

/** Props of {@link PanelEditor}. */
export interface PanelEditorProps {
  opened: Opened<PanelDocument>;
  world: string;
}

const CHECKING: Checking<PanelDocument, CheckResult> = {
  ask: (document) => {
    const body: CheckDocument = { document };
    return api.post("/api/check/panel", body);
  },
};

/** One panel being edited: palette and list, board, properties, problems; saving and drafts around them. */
export function PanelEditor({ opened, world: asked }: PanelEditorProps) {
  const w = useWords();
  const p = w.paneleditor;
  const edited = useDocument(panels, opened, createPanelStore, CHECKING);
  const { name, store, kept, save } = edited;
  const [view] = useState(createPanelView);
  const world = useWorld(name, asked);
  const written = store((state) => state.doc.picture);
  const count = store((state) => Object.keys(state.doc.elements).length);
  const svg = view((now) => now.svg);
  const [tab, setTab] = useState<"palette" | "outline">("palette");

  const picture = useMemo(() => {
    if (!written) return "";
    return svg ? `data:image/svg+xml,${encodeURIComponent(svg)}` : picturePath(name, kept.version);
  }, [name, written, svg, kept.version]);
  const savedFile = (kept.document as PanelDocument).picture?.file ?? "";
  const file = kept.own && savedFile.endsWith(".svg") ? savedFile : `${name}.svg`;
  const editor: PanelEditorFacts = { name, store, view, world, picture, file };
  usePictureSize(view, picture, Boolean(written && !written.size));
  useKeys(editor, () => void save());
  useDocumentPlace(edited);

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
        <Toolbar saving={edited.saving} onSave={() => void save()} />
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
        <DocumentDialogs edited={edited} differences={differences} />
      </div>
    </EditorContext>
  );
}
