import { navigate } from "@/app/router";
import type { PanelDocument } from "@/gen/documents";
import { freshName } from "@/model/paneldoc/kinds";
import type { PanelStore } from "@/model/paneldoc/store";
import { Button, Dialog, showToast } from "@/ui";
import { useFormat, useWords } from "@/words";
import { type Draft, dropDraft, editorPath, listPanels, savePanel } from "./documents";
import type { Saves } from "./useSaves";

/** Offers changes that were left unsaved. */
export function DraftDialog(props: {
  name: string;
  store: PanelStore;
  draft: { found: Draft | null; settle: () => void };
  version: string;
}) {
  const { name, store, draft, version } = props;
  const w = useWords();
  const d = w.paneleditor.draft;
  const format = useFormat();
  const { found, settle } = draft;
  const restore = () => {
    if (found) store.getState().edit(w.paneleditor.steps.restore, () => found.document);
    settle();
  };
  const discard = () => {
    dropDraft(name);
    settle();
  };
  return (
    <Dialog
      open={found !== null}
      onClose={restore}
      title={d.title}
      actions={
        <>
          <Button onClick={discard} data-testid="panel-draft-discard">
            {d.discard}
          </Button>
          <Button variant="primary" onClick={restore} data-testid="panel-draft-restore" data-autofocus="">
            {d.restore}
          </Button>
        </>
      }
    >
      <p>{d.text(format.ago(found?.when ?? 0))}</p>
      {found && found.version !== version && <p>{d.older}</p>}
    </Dialog>
  );
}

interface Difference {
  added: string[];
  removed: string[];
  changed: string[];
  panel: boolean;
}

/** What differs between their document and ours, by element. */
function difference(theirs: PanelDocument, mine: PanelDocument): Difference {
  const [before, after] = [theirs.elements, mine.elements];
  const { elements: _a, ...restBefore } = theirs;
  const { elements: _b, ...restAfter } = mine;
  return {
    added: Object.keys(after).filter((name) => !(name in before)),
    removed: Object.keys(before).filter((name) => !(name in after)),
    changed: Object.keys(after).filter(
      (name) => name in before && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
    ),
    panel: JSON.stringify(restBefore) !== JSON.stringify(restAfter),
  };
}

/** Both have changed the panel: shows what differs and asks whose version stays. */
export function ConflictDialog({ name, store, saves }: { name: string; store: PanelStore; saves: Saves }) {
  const w = useWords();
  const s = w.paneleditor.save;
  const { theirs, settle } = saves;
  const found = theirs && difference(theirs.doc, store.getState().doc);
  const changed = found ? [...(found.panel ? [s.wholePanel] : []), ...found.changed] : [];
  const overwrite = () => {
    settle();
    void saves.save(true);
  };
  const take = () => {
    if (!theirs) return;
    store.getState().edit(w.paneleditor.steps.take, () => theirs.doc);
    store.getState().markSaved(theirs.version, theirs.doc);
    dropDraft(name);
    settle();
  };
  const copy = async () => {
    try {
      const names = (await listPanels()).map((entry) => entry.name);
      const fresh = freshName(`${name}-copy`, names);
      await savePanel(fresh, { ...store.getState().doc, name: fresh }, null);
      if (theirs) store.getState().markSaved(theirs.version);
      dropDraft(name);
      settle();
      navigate(editorPath(fresh));
    } catch (error) {
      showToast({ kind: "error", title: s.failed, text: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <Dialog
      open={theirs !== null}
      onClose={settle}
      title={s.conflictTitle}
      width={560}
      actions={
        <>
          <Button onClick={take} data-testid="panel-conflict-theirs">
            {s.takeTheirs}
          </Button>
          <Button onClick={() => void copy()} data-testid="panel-conflict-copy">
            {s.keepCopy}
          </Button>
          <Button variant="danger" onClick={overwrite} data-testid="panel-conflict-overwrite">
            {s.overwrite}
          </Button>
        </>
      }
    >
      <p>{s.conflictText}</p>
      {found && (
        <ul>
          {found.added.length > 0 && <li>{s.added(found.added.join(", "))}</li>}
          {found.removed.length > 0 && <li>{s.removed(found.removed.join(", "))}</li>}
          {changed.length > 0 && <li>{s.changed(changed.join(", "))}</li>}
          {found.added.length + found.removed.length + changed.length === 0 && <li>{s.same}</li>}
        </ul>
      )}
    </Dialog>
  );
}
