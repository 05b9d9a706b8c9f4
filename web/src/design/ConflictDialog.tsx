import { useMemo } from "react";
import { navigate, pathOf } from "@/app/router";
import type { Editor } from "@/editor/context";
import { Changes } from "@/editor/tools/Changes";
import { changesOf } from "@/editor/tools/changes";
import { Button, Dialog, showToast } from "@/ui";
import { useWords } from "@/words";
import { freeName, listSchemes, saveScheme } from "./documents";
import { dropDraft } from "./drafts";
import { arranged } from "./load";
import type { Saves } from "./useSaves";

/** Both have changed the scheme: shows what differs and asks whose version stays. */
export function ConflictDialog({ editor, saves }: { editor: Editor; saves: Saves }) {
  const w = useWords();
  const s = w.design.save;
  const { theirs, settle } = saves;
  const { store, name } = editor;
  const dialog = editor.view((now) => now.dialog);
  const open = theirs !== null && dialog === "conflict";
  const list = useMemo(
    () => (open && theirs ? changesOf(theirs.doc, store.getState().doc) : []),
    [open, theirs, store],
  );
  const overwrite = () => {
    settle();
    void saves.save(true);
  };
  const take = async () => {
    if (!theirs) return;
    const doc = await arranged(theirs.doc);
    settle();
    store.getState().replaceDoc(doc, w.design.steps.take);
    store.getState().markSaved(theirs.version, doc);
    dropDraft(name);
  };
  const copy = async () => {
    try {
      const names = (await listSchemes()).map((entry) => entry.name);
      const made = await saveScheme(freeName(`${name}-copy`, names), store.getState().doc, null);
      dropDraft(name);
      if (theirs) store.getState().markSaved(theirs.version);
      settle();
      navigate(pathOf("design", made.name));
    } catch (error) {
      showToast({ kind: "error", title: s.failed, text: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <Dialog
      open={open}
      onClose={settle}
      title={s.conflictTitle}
      width={640}
      actions={
        <>
          <Button onClick={() => void take()} data-testid="conflict-theirs">
            {s.takeTheirs}
          </Button>
          <Button onClick={() => void copy()} data-testid="conflict-copy">
            {s.keepCopy}
          </Button>
          <Button variant="danger" onClick={overwrite} data-testid="conflict-overwrite">
            {s.overwrite}
          </Button>
        </>
      }
    >
      <p>{s.conflictText}</p>
      {list.length > 0 ? <Changes list={list} /> : <p>{s.same}</p>}
    </Dialog>
  );
}
