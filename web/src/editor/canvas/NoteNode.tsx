import { type NodeProps, NodeResizer } from "@xyflow/react";
import { memo, useState } from "react";
import { classes } from "@/ui";
import { useWords } from "@/words";
import { useEditor } from "../context";
import css from "./BlockNode.module.css";
import type { NoteNodeType } from "./nodes";

/** A remark on the drawing; a double click or Enter edits its text. */
export const NoteNode = memo(function NoteNode({ data, selected }: NodeProps<NoteNodeType>) {
  const w = useWords();
  const { actions } = useEditor();
  const [draft, setDraft] = useState<string | null>(null);
  const end = () => {
    if (draft !== null && draft !== data.text) actions.setNote(data.index, draft);
    setDraft(null);
  };
  return (
    <>
      <NodeResizer
        isVisible={selected}
        minWidth={100}
        minHeight={48}
        onResizeEnd={(_, { x, y, width, height }) => actions.sizeNote(data.index, { x, y, width, height })}
      />
      <div
        className={classes(css.note, selected && css.selected)}
        data-testid={`note-${data.index}`}
        onDoubleClick={() => setDraft(data.text)}
      >
        {draft === null ? (
          data.text
        ) : (
          <textarea
            // biome-ignore lint/a11y/noAutofocus: it was opened to be written in
            autoFocus
            aria-label={w.design.canvas.note}
            className="nodrag nowheel"
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
            onBlur={end}
            onKeyDown={(event) => {
              event.stopPropagation();
              if (event.key === "Escape") setDraft(null);
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) end();
            }}
          />
        )}
      </div>
    </>
  );
});
