import { useEffect, useMemo, useState } from "react";
import { usePlace } from "@/app/topbar";
import type { PanelDocument } from "@/gen/documents";
import type { DocumentState } from "@/gen/messages";
import { api } from "@/link/http";
import { createPanelStore } from "@/model/paneldoc/store";
import { Chip, ErrorBoundary, Split, Tabs } from "@/ui";
import { useFormat, useWords } from "@/words";
import { Board } from "./Board";
import { createPanelView, EditorContext, type PanelEditorFacts } from "./context";
import { ConflictDialog, DraftDialog } from "./Dialogs";
import { editorPath, picturePath } from "./documents";
import { Outline } from "./Outline";
import { Palette } from "./Palette";
import css from "./PanelEditor.module.css";
import { Problems } from "./Problems";
import { Sheet } from "./sheet/Sheet";
import { Toolbar } from "./Toolbar";
import { useChecks } from "./useChecks";
import { useDrafts } from "./useDrafts";
import { useKeys } from "./useKeys";
import { usePictureSize } from "./usePictureSize";
import { useSaves } from "./useSaves";
import { useWorld } from "./world";

/** Props of {@link PanelEditor}. */
export interface PanelEditorProps {
  name: string;
  opened: { state: DocumentState; doc: PanelDocument };
  world: string;
}

/** One panel being edited: palette and list, board, properties, problems; saving and drafts around them. */
export function PanelEditor({ name, opened, world: asked }: PanelEditorProps) {
  const w = useWords();
  const p = w.paneleditor;
  const format = useFormat();
  // biome-ignore lint/correctness/useExhaustiveDependencies: one editor for one opening of the document
  const { store, view } = useMemo(
    () => ({ store: createPanelStore(opened.doc, opened.state.version), view: createPanelView() }),
    [name],
  );
  const world = useWorld(name, asked);
  const saves = useSaves(name, store, opened.state);
  const draft = useDrafts(name, store);
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

  const badge = useMemo(() => {
    if (dirty) return <Chip tone="warn">{p.save.unsaved}</Chip>;
    if (!saves.state.own) return <span title={p.save.shippedTip}><Chip>{p.save.shipped}</Chip></span>; // biome-ignore format: one chip
    return saves.state.changed === null ? null : <Chip>{p.save.saved(format.time(saves.state.changed * 1000))}</Chip>;
  }, [dirty, saves.state, p, format]);
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
        <ConflictDialog name={name} store={store} saves={saves} />
        <DraftDialog name={name} store={store} draft={draft} version={opened.state.version} />
      </div>
    </EditorContext>
  );
}
