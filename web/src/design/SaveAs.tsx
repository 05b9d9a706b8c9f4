import { useState } from "react";
import { navigate, pathOf } from "@/app/router";
import type { Editor } from "@/editor/context";
import { Button, Dialog, ErrorBox, TextField } from "@/ui";
import { useWords } from "@/words";
import { DOCUMENT_NAME, saveScheme } from "./documents";
import { dropDraft } from "./drafts";

/** Saves the scheme under another name and goes on there. */
export function SaveAs({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const w = useWords();
  const f = w.design.fresh;
  const [name, setName] = useState(`${editor.name}-2`);
  const [failed, setFailed] = useState("");
  const problem = DOCUMENT_NAME.test(name) ? undefined : f.badName;
  const save = async () => {
    if (problem) return;
    try {
      const doc = { ...editor.store.getState().doc, name };
      await saveScheme(name, doc, null);
      dropDraft(editor.name);
      editor.store.getState().markSaved(editor.store.getState().saved?.version ?? "");
      onClose();
      navigate(pathOf("design", name));
    } catch (error) {
      setFailed(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={w.design.save.as}
      actions={
        <>
          <Button onClick={onClose}>{w.common.cancel}</Button>
          <Button variant="primary" reason={problem} onClick={() => void save()} data-testid="save-as-confirm">
            {w.design.save.save}
          </Button>
        </>
      }
    >
      <TextField
        label={f.name}
        value={name}
        onChange={setName}
        error={problem}
        hint={f.nameHint}
        autoFocus
        maxLength={63}
      />
      {failed && <ErrorBox message={failed} />}
    </Dialog>
  );
}
