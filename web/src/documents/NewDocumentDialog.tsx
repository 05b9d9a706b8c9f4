import { useState } from "react";
import type { DocumentEntry } from "@/gen/messages";
import { plainName } from "@/model/document/plain";
import { freeName } from "@/model/document/saving";
import { Button, Dialog, ErrorBox, Select } from "@/ui";
import { saidBy, useWords, type Words } from "@/words";
import css from "./DocumentList.module.css";
import { DOCUMENT_NAME, type Documents } from "./documents";
import { NameField } from "./NameField";

/** Props of {@link NewDocumentDialog}. */
export interface NewDocumentDialogProps {
  documents: Pick<Documents<unknown>, "kind" | "make">;
  words: Words["paneleditor"]["fresh"];
  entries: readonly DocumentEntry[];
  onClose: () => void;
  onMade: (name: string) => void;
}

/** Asks for the name of a new document and what it begins with. */
export function NewDocumentDialog({ documents, words: f, entries, onClose, onMade }: NewDocumentDialogProps) {
  const w = useWords();
  const { kind } = documents;
  const names = entries.map((entry) => entry.name);
  const [title, setName] = useState(() => freeName(`my-${kind}`, names));
  const name = plainName(title);
  const [template, setTemplate] = useState("");
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState("");
  const problem = !DOCUMENT_NAME.test(name) ? f.badName : names.includes(name) ? f.taken(name) : undefined;
  const create = async () => {
    if (problem || busy) return;
    setBusy(true);
    setFailed("");
    try {
      onMade((await documents.make(name, template)).name);
    } catch (error) {
      setFailed(saidBy(error));
    }
    setBusy(false);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={f.title}
      actions={
        <>
          <Button onClick={onClose}>{w.common.cancel}</Button>
          <Button
            variant="primary"
            busy={busy}
            reason={problem}
            onClick={() => void create()}
            data-testid={`new-${kind}-create`}
          >
            {f.create}
          </Button>
        </>
      }
    >
      <div className={css.stack}>
        <NameField words={f} value={title} onChange={setName} problem={problem} />
        <Select
          label={f.from}
          value={template}
          onChange={setTemplate}
          options={[{ value: "", label: f.empty }, ...names.map((value) => ({ value, label: value }))]}
        />
      </div>
      {failed && <ErrorBox message={failed} />}
    </Dialog>
  );
}
