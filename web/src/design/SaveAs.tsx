import { useState } from "react";
import { DOCUMENT_NAME } from "@/documents/documents";
import { NameField } from "@/documents/NameField";
import type { Editor } from "@/editor/context";
import { navigate, pathOf } from "@/shell/router";
import { Button, Dialog, ErrorBox } from "@/ui";
import { useWords } from "@/words";
import { schemes } from "./documents";

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
      await schemes.save(name, doc, null);
      schemes.drafts.drop(editor.name);
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
      <NameField words={f} value={name} onChange={setName} problem={problem} />
      {failed && <ErrorBox message={failed} />}
    </Dialog>
  );
}
