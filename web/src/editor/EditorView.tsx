import { ReactFlowProvider } from "@xyflow/react";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { isBoolean, Split, useKept } from "@/ui";
import { useWords } from "@/words";
import { Canvas, wireAt } from "./canvas/Canvas";
import { type Editor, EditorContext, middleOf } from "./context";
import css from "./EditorView.module.css";
import { PartBanner, type PartBannerProps } from "./PartBanner";
import { Palette } from "./palette/Palette";
import { useOwnTypes } from "./palette/useOwnTypes";
import { Problems } from "./problems/Problems";
import { Sheet } from "./sheet/Sheet";
import { DiffDialog } from "./tools/DiffDialog";
import { Outline } from "./tools/Outline";
import { Toolbar, type ToolbarProps } from "./tools/Toolbar";
import { fetchTypesetterWhenIdle } from "./typesetting";
import { useEditorKeys } from "./useEditorKeys";

/** Props of {@link EditorView}. */
export interface EditorViewProps extends ToolbarProps {
  editor: Editor;
  /** Why the check itself failed. */
  failed: string;
  /** Who uses this scheme as a part. */
  use: PartBannerProps;
  children?: ReactNode;
}

/** The editor of a scheme: toolbar, palette, canvas, property sheet, problems. */
export function EditorView({ editor, failed, use, children, ...tools }: EditorViewProps) {
  useEffect(() => fetchTypesetterWhenIdle(), []);
  return (
    <EditorContext.Provider value={editor}>
      <ReactFlowProvider>
        <Panes editor={editor} failed={failed} use={use} tools={tools} />
        <DiffDialog />
        {children}
      </ReactFlowProvider>
    </EditorContext.Provider>
  );
}

interface PanesProps {
  editor: Editor;
  failed: string;
  use: PartBannerProps;
  tools: ToolbarProps;
}

function Panes({ editor, failed, use, tools }: PanesProps) {
  const w = useWords();
  const { actions, flow } = editor;
  const own = useOwnTypes();
  const field = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useKept("design.problems", true, isBoolean);
  useEditorKeys(editor, {
    check: tools.onCheck,
    run: tools.onRun,
    save: tools.onSave,
    find: () => field.current?.focus(),
  });
  const handlers = useMemo(() => {
    return {
      place: (type: string) => void actions.place(type, middleOf(editor, -60, -40)),
      drop: (type: string, x: number, y: number) => {
        const at = flow.current?.screenToFlowPosition({ x, y });
        if (at) actions.place(type, { x: at.x - 60, y: at.y - 24 }, { wire: wireAt(x, y) });
      },
    };
  }, [editor, actions, flow]);
  const canvas = (
    <div className={css.middle}>
      <div className={css.canvas}>
        <Canvas />
        <Outline />
      </div>
      {!open && (
        <div className={css.closed}>
          <Problems open={false} onOpen={setOpen} failed={failed} />
        </div>
      )}
    </div>
  );
  return (
    <div className={css.editor} data-testid="editor">
      <Toolbar {...tools} />
      <PartBanner {...use} />
      <div className={css.panes}>
        <Split
          side="left"
          size={232}
          min={180}
          max={320}
          keep="design.palette"
          label={w.design.palette.label}
          pane={<Palette ref={field} own={own} onPlace={handlers.place} onDrop={handlers.drop} />}
        >
          <Split
            side="right"
            size={312}
            min={280}
            max={420}
            keep="design.sheet"
            label={w.design.sheet.label}
            pane={<Sheet />}
          >
            <Split
              side="bottom"
              size={128}
              min={96}
              max={420}
              keep="design.problems.size"
              label={w.design.problems.label}
              open={open}
              onOpenChange={setOpen}
              pane={<Problems open onOpen={setOpen} failed={failed} />}
            >
              {canvas}
            </Split>
          </Split>
        </Split>
      </div>
    </div>
  );
}
