import { MessageSquare, Trash2 } from "lucide-react";
import { useState } from "react";
import { levelOf } from "@/model/scheme/document";
import { Button, TextField } from "@/ui";
import { useWords } from "@/words";
import { useEditor, useScheme } from "../context";
import { Head } from "./Head";
import css from "./Sheet.module.css";

/** Properties of a note: its text. */
export function NoteSheet({ index }: { index: number }) {
  const w = useWords();
  const { actions } = useEditor();
  const note = useScheme((state) => levelOf(state.doc, state.level)?.notes?.[index]);
  const [draft, setDraft] = useState<string | null>(null);
  if (!note) return null;
  const end = () => {
    if (draft !== null) actions.setNote(index, draft);
    setDraft(null);
  };
  return (
    <>
      <Head icon={MessageSquare} label={w.design.canvas.note} name={w.design.canvas.note} kind="" />
      <div className={css.body}>
        <div className={css.section}>
          <div className={css.stack}>
            <TextField
              label={w.design.sheet.noteText}
              lines={6}
              value={draft ?? note.text}
              onChange={setDraft}
              onCommit={end}
            />
            <Button icon={Trash2} variant="danger" onClick={() => actions.remove()}>
              {w.design.sheet.delete}
            </Button>
          </div>
        </div>
      </div>
    </>
  );
}
