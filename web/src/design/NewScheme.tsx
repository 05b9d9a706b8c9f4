import { useState } from "react";
import type { DocumentEntry } from "@/gen/messages";
import { Button, Dialog, ErrorBox, Select, TextField } from "@/ui";
import { useWords } from "@/words";
import css from "./Design.module.css";
import { DOCUMENT_NAME, freeName, newScheme } from "./documents";

/** Props of {@link NewScheme}. */
export interface NewSchemeProps {
  open: boolean;
  entries: readonly DocumentEntry[];
  onClose: () => void;
  onMade: (name: string) => void;
}

/** Asks for the name of a new scheme and what it begins with. */
export function NewScheme({ open, entries, onClose, onMade }: NewSchemeProps) {
  const w = useWords();
  const f = w.design.fresh;
  const names = entries.map((entry) => entry.name);
  const [name, setName] = useState(() => freeName("my-scheme", names));
  const [template, setTemplate] = useState("");
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState("");
  const problem = !DOCUMENT_NAME.test(name) ? f.badName : names.includes(name) ? f.taken(name) : undefined;
  const create = async () => {
    if (problem || busy) return;
    setBusy(true);
    setFailed("");
    try {
      const made = await newScheme(name, template);
      onMade(made.name);
    } catch (error) {
      setFailed(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={f.title}
      actions={
        <>
          <Button onClick={onClose}>{w.common.cancel}</Button>
          <Button variant="primary" busy={busy} reason={problem} onClick={create} data-testid="new-scheme-create">
            {f.create}
          </Button>
        </>
      }
    >
      <div className={css.stack}>
        <TextField
          label={f.name}
          value={name}
          onChange={setName}
          error={problem}
          hint={f.nameHint}
          autoFocus
          maxLength={63}
        />
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
