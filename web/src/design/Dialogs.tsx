import { useMemo } from "react";
import { ConflictDialog } from "@/documents/ConflictDialog";
import { DraftDialog } from "@/documents/DraftDialog";
import type { FoundDraft } from "@/documents/useDrafts";
import type { Saves } from "@/documents/useSaves";
import type { Editor } from "@/editor/context";
import { Changes } from "@/editor/tools/Changes";
import { changesOf } from "@/editor/tools/changes";
import type { SchemeDocument } from "@/gen/documents";
import { pathOf } from "@/shell/router";
import { useWords } from "@/words";
import { schemes } from "./documents";
import { arranged } from "./load";

/** Props of {@link Dialogs}. */
export interface DialogsProps {
  editor: Editor;
  saves: Saves<SchemeDocument>;
  draft: FoundDraft<SchemeDocument>;
  /** Version that was opened. */
  version: string;
}

/** What is asked around the editor: whose version stays, and whether a draft comes back. */
export function Dialogs({ editor, saves, draft, version }: DialogsProps) {
  const w = useWords();
  const { store, name } = editor;
  const { theirs } = saves;
  const list = useMemo(() => (theirs ? changesOf(theirs.doc, store.getState().doc) : []), [theirs, store]);
  return (
    <>
      <ConflictDialog
        documents={schemes}
        name={name}
        store={store}
        saves={saves}
        words={w.design.save}
        onTake={async (other) => {
          const doc = await arranged(other);
          store.getState().replaceDoc(doc, w.design.steps.take);
          return doc;
        }}
        renamed={(doc) => doc}
        pathTo={(fresh) => pathOf("design", fresh)}
      >
        {list.length > 0 ? <Changes list={list} /> : <p>{w.design.save.same}</p>}
      </ConflictDialog>
      <DraftDialog
        draft={draft}
        words={w.design.draft}
        version={version}
        onRestore={(doc) => store.getState().replaceDoc(doc, w.design.steps.restore)}
        onDiscard={() => schemes.drafts.drop(name)}
      />
    </>
  );
}
