import { useCallback, useEffect, useMemo, useState } from "react";
import { useSavedChip } from "@/documents/Saved";
import { useDrafts } from "@/documents/useDrafts";
import { useSaves } from "@/documents/useSaves";
import { makeActions } from "@/editor/actions";
import { useCatalogue } from "@/editor/catalogue";
import { type Checks, keepChecked } from "@/editor/checks";
import type { Editor, Where } from "@/editor/context";
import { EditorView } from "@/editor/EditorView";
import { loadProvided } from "@/editor/provided";
import { useRunState } from "@/editor/running";
import { RunDialog } from "@/editor/tools/RunDialog";
import { createView } from "@/editor/view";
import { api } from "@/link/http";
import { useLive } from "@/link/live";
import { createSchemeStore } from "@/model/scheme/store";
import { pathOf } from "@/shell/router";
import { usePlace } from "@/shell/topbar";
import { useWords, type Words } from "@/words";
import { Dialogs } from "./Dialogs";
import { schemes } from "./documents";
import type { Opened } from "./load";
import { SaveAs } from "./SaveAs";
import { useRuns } from "./useRuns";

/** Props of {@link SchemeEditor}. */
export interface SchemeEditorProps {
  name: string;
  opened: Opened;
  where: Where;
  onReload: () => void;
}

const ofScheme = (w: Words) => w.design.save;

function makeEditor(name: string, opened: Opened): Editor {
  const store = createSchemeStore();
  store.getState().setBlocks(useCatalogue.getState().blocks);
  store.getState().open(opened.doc, opened.state.version);
  const view = createView();
  return { name, store, view, actions: makeActions(store, view), flow: { current: null } };
}

/** One scheme being edited: saving, drafts, checks and runs around the editor. */
export function SchemeEditor({ name, opened, where: given }: SchemeEditorProps) {
  const w = useWords();
  // biome-ignore lint/correctness/useExhaustiveDependencies: one editor for one opening of the document
  const editor = useMemo(() => makeEditor(name, opened), [name]);
  const { store, view } = editor;
  const [where, setWhere] = useState<Where>(given);
  const [failed, setFailed] = useState("");
  const [checks, setChecks] = useState<Checks | null>(null);
  const dirty = store((state) => state.dirty);
  const dialog = view((now) => now.dialog);
  const saves = useSaves(schemes, name, store, opened.state, ofScheme);
  const runs = useRuns(editor, saves.save);
  const draft = useDrafts(schemes.drafts, name, store, opened.state.version);
  const run = useRunState(name);
  const session = useLive((live) => live.session);
  const world = where.world || (session?.scheme === name ? session.world : "");

  useEffect(() => {
    const made = keepChecked(
      store,
      () => ({ world: where.world, exercise: where.exercise, variant: where.variant }),
      setFailed,
    );
    setChecks(made);
    return made.end;
  }, [store, where]);
  useEffect(() => {
    void loadProvided(world);
  }, [world]);
  useEffect(() => {
    void api.post("/api/recent", { kind: "scheme", name }).catch(() => undefined);
  }, [name]);
  // the world of an exercise tells which names its parameters may have
  useEffect(() => {
    if (!where.exercise || where.world) return;
    api.get<{ name: string; world: string }[]>("/api/exercises").then(
      (cards) => void loadProvided(cards.find((card) => card.name === where.exercise)?.world ?? ""),
      () => undefined,
    );
  }, [where]);
  // values are tuned anew in every run
  useEffect(() => {
    if (run === "none") view.setState({ tuned: [], tune: false });
  }, [run, view]);

  const badge = useSavedChip(dirty, saves.state, w.design.save);
  usePlace([{ label: w.design.list.title, href: pathOf("design") }, { label: name }], badge);

  const onRun = useCallback(() => {
    if (runs.running()) void runs.apply();
    else if (where.exercise || where.world) void runs.start(where);
    else view.setState({ dialog: "run" });
  }, [runs, where, view]);
  const close = () => view.setState({ dialog: "" });

  return (
    <EditorView
      editor={editor}
      failed={failed}
      use={{ usedBy: saves.state.used_by, own: saves.state.own }}
      onCheck={() => checks?.now()}
      onRun={onRun}
      onSave={() => void saves.save()}
      saving={saves.saving}
      busy={runs.busy}
      pending={runs.pending}
      shipped={opened.state.shipped}
    >
      {dialog === "run" && (
        <RunDialog
          scheme={name}
          where={where}
          saves={dirty}
          onClose={close}
          onRun={(next) => {
            close();
            setWhere(next);
            void runs.start(next);
          }}
        />
      )}
      {dialog === "save-as" && <SaveAs editor={editor} onClose={close} />}
      <Dialogs editor={editor} saves={saves} draft={draft} version={opened.state.version} />
    </EditorView>
  );
}
