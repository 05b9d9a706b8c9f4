import { useState } from "react";
import { plainName } from "@/model/document/plain";
import { navigate } from "@/shell/router";
import { Button, Dialog, ErrorBox } from "@/ui";
import { saidBy, useWords } from "@/words";
import { DOCUMENT_NAME } from "./documents";
import { NameField } from "./NameField";
import type { Edited } from "./useDocument";

/** Saves the document under another name and goes on there. */
export function SaveAs<D extends object, S>({ edited, onClose }: { edited: Edited<D, S>; onClose: () => void }) {
  const w = useWords();
  const { fresh: f, save: s } = w.documents;
  const [title, setName] = useState(`${edited.name}-2`);
  const name = plainName(title);
  const [failed, setFailed] = useState("");
  const problem = DOCUMENT_NAME.test(name) ? undefined : f.badName;
  const save = async () => {
    if (problem) return;
    try {
      const made = await edited.saveAs(name);
      onClose();
      navigate(edited.kind.pathTo(made));
    } catch (error) {
      setFailed(saidBy(error));
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={s.as}
      actions={
        <>
          <Button onClick={onClose}>{w.common.cancel}</Button>
          <Button variant="primary" reason={problem} onClick={() => void save()} data-testid="save-as-confirm">
            {s.save}
          </Button>
        </>
      }
    >
      <NameField words={f} value={title} onChange={setName} problem={problem} />
      {failed && <ErrorBox message={failed} />}
    </Dialog>
  );
}
