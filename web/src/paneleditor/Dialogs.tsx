import { ConflictDialog } from "@/documents/ConflictDialog";
import { DraftDialog } from "@/documents/DraftDialog";
import type { FoundDraft } from "@/documents/useDrafts";
import type { Saves } from "@/documents/useSaves";
import type { PanelDocument } from "@/gen/documents";
import { difference } from "@/model/paneldoc/difference";
import type { PanelStore } from "@/model/paneldoc/store";
import { useWords } from "@/words";
import { editorPath, panels } from "./documents";

/** Props of {@link Dialogs}. */
export interface DialogsProps {
  name: string;
  store: PanelStore;
  saves: Saves<PanelDocument>;
  draft: FoundDraft<PanelDocument>;
  /** Version that was opened. */
  version: string;
}

/** What is asked around the editor: whose version stays, and whether a draft comes back. */
export function Dialogs({ name, store, saves, draft, version }: DialogsProps) {
  const w = useWords();
  const { save: s, steps } = w.paneleditor;
  const found = saves.theirs && difference(saves.theirs.doc, store.getState().doc);
  const changed = found ? [...(found.panel ? [s.wholePanel] : []), ...found.changed] : [];
  return (
    <>
      <ConflictDialog
        documents={panels}
        name={name}
        store={store}
        saves={saves}
        words={s}
        onTake={(theirs) => {
          store.getState().edit(steps.take, () => theirs);
          return theirs;
        }}
        renamed={(doc, fresh) => ({ ...doc, name: fresh })}
        pathTo={editorPath}
      >
        {found && (
          <ul>
            {found.added.length > 0 && <li>{s.added(found.added.join(", "))}</li>}
            {found.removed.length > 0 && <li>{s.removed(found.removed.join(", "))}</li>}
            {changed.length > 0 && <li>{s.changed(changed.join(", "))}</li>}
            {found.added.length + found.removed.length + changed.length === 0 && <li>{s.same}</li>}
          </ul>
        )}
      </ConflictDialog>
      <DraftDialog
        draft={draft}
        words={w.paneleditor.draft}
        version={version}
        onRestore={(doc) => void store.getState().edit(steps.restore, () => doc)}
        onDiscard={() => panels.drafts.drop(name)}
      />
    </>
  );
}
