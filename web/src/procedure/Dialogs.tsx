import { ConflictDialog } from "@/documents/ConflictDialog";
import { DraftDialog } from "@/documents/DraftDialog";
import { difference } from "@/model/procedure/store";
import { pathOf } from "@/shell/router";
import { useWords } from "@/words";
import { procedures } from "./documents";
import type { Edited } from "./useProcedure";

/** What is asked around the editor: whose version stays, and whether a draft comes back. */
export function Dialogs({ edited, version }: { edited: Edited; version: string }) {
  const w = useWords().procedure;
  const { name, store, saves, draft, change } = edited;
  const found = saves.theirs ? difference(saves.theirs.doc, store.getState().doc) : [];
  return (
    <>
      <ConflictDialog
        documents={procedures}
        name={name}
        store={store}
        saves={saves}
        words={w.conflict}
        onTake={(theirs) => {
          change(() => theirs);
          return theirs;
        }}
        renamed={(doc, fresh) => ({ ...doc, name: fresh })}
        pathTo={(fresh) => pathOf("procedure", fresh)}
      >
        <p>
          {found.length ? w.conflict.differs(found.map((part) => w.conflict.parts[part]).join(", ")) : w.conflict.same}
        </p>
      </ConflictDialog>
      <DraftDialog
        draft={draft}
        words={w.draft}
        version={version}
        onRestore={(doc) => change(() => doc)}
        onDiscard={() => procedures.drafts.drop(name)}
      />
    </>
  );
}
