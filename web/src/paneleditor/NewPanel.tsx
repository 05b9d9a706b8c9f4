import { useState } from "react";
import { navigate } from "@/app/router";
import type { DocumentEntry } from "@/gen/messages";
import { Button, Dialog, ErrorBox, Select, TextField } from "@/ui";
import { useWords } from "@/words";
import { DOCUMENT_NAME, editorPath, newPanel } from "./documents";

const freeName = (taken: readonly string[]): string => {
  for (let n = 1; ; n++) {
    const name = n === 1 ? "my-panel" : `my-panel-${n}`;
    if (!taken.includes(name)) return name;
  }
};

/** Asks for the name of a new panel and what it begins with. */
export function NewPanel({ entries, onClose }: { entries: readonly DocumentEntry[]; onClose: () => void }) {
  const w = useWords();
  const f = w.paneleditor.fresh;
  const names = entries.map((entry) => entry.name);
  const [name, setName] = useState(() => freeName(names));
  const [template, setTemplate] = useState("");
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState("");
  const problem = !DOCUMENT_NAME.test(name) ? f.badName : names.includes(name) ? f.taken(name) : undefined;
  const create = async () => {
    if (problem || busy) return;
    setBusy(true);
    setFailed("");
    try {
      const made = await newPanel(name, template);
      navigate(editorPath(made.name));
    } catch (error) {
      setFailed(error instanceof Error ? error.message : String(error));
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
            data-testid="new-panel-create"
          >
            {f.create}
          </Button>
        </>
      }
    >
      <TextField
        label={f.name}
        value={name}
        onChange={setName}
        hint={f.nameHint}
        autoFocus
        maxLength={63}
        {...(problem ? { error: problem } : {})}
      />
      <Select
        label={f.from}
        value={template}
        onChange={setTemplate}
        options={[{ value: "", label: f.empty }, ...names.map((value) => ({ value, label: value }))]}
      />
      {failed && <ErrorBox message={failed} />}
    </Dialog>
  );
}
