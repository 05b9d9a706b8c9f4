import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { DocumentDialogs } from "@/documents/DocumentDialogs";
import type { Opened } from "@/documents/documents";
import { SaveAs } from "@/documents/SaveAs";
import { useDocument, useDocumentPlace } from "@/documents/useDocument";
import { makeActions } from "@/editor/actions";
import { useCatalogue } from "@/editor/catalogue";
import { checkingOf } from "@/editor/checks";
import type { Editor, Where } from "@/editor/context";
import { EditorView } from "@/editor/EditorView";
import { notRunnable } from "@/editor/fixing";
import { loadProvided } from "@/editor/provided";
import { useRunState } from "@/editor/running";
import { Changes } from "@/editor/tools/Changes";
import { changesOf } from "@/editor/tools/changes";
import { RunDialog } from "@/editor/tools/RunDialog";
import { createView } from "@/editor/view";
import type { SchemeDocument } from "@/gen/documents";
import type { ExerciseCard } from "@/gen/messages";
import { api } from "@/link/http";
import { useLive } from "@/link/live";
import { BENCH } from "@/model/scheme/bench";
import { createSchemeStore } from "@/model/scheme/store";
import { showToast } from "@/ui";
import { useWords } from "@/words";
import { Bench } from "./Bench";
import css from "./Bench.module.css";
import { schemes } from "./documents";
import { useRuns } from "./useRuns";

/** Time until the drawing knows its new room [ms]. */
const SETTLED = 150;

/** Props of {@link SchemeEditor}. */
export interface SchemeEditorProps {
  opened: Opened<SchemeDocument>;
  where: Where;
}

function makeStore(doc: SchemeDocument, version: string) {
  const store = createSchemeStore(doc, version);
  store.getState().setBlocks(useCatalogue.getState().blocks);
  return store;
}

function differences(theirs: SchemeDocument, ours: SchemeDocument) {
  const list = changesOf(theirs, ours);
  return list.length > 0 ? <Changes list={list} /> : null;
}

/** One scheme being edited: saving, drafts, checks and runs around the editor. */
export function SchemeEditor({ opened, where: given }: SchemeEditorProps) {
  const [where, setWhere] = useState<Where>(given);
  const checking = useMemo(() => checkingOf(where), [where]);
  const edited = useDocument(schemes, opened, makeStore, checking);
  const { name, store, dirty, save } = edited;
  const editor = useMemo((): Editor => {
    const view = createView();
    return { name, store, view, actions: makeActions(store, view), flow: { current: null } };
  }, [name, store]);
  const { view } = editor;
  const failed = store((state) => state.checkFailed);
  const dialog = view((now) => now.dialog);
  const runs = useRuns(editor, save);
  const run = useRunState(name);
  const session = useLive((live) => live.session);
  const world = where.world || (session?.scheme === name ? session.world : "");

  const panel = where.panel || (session?.scheme === name ? session.panel : "") || (world === name ? name : "");
  useEffect(() => {
    if (!where.exercise || where.world) void loadProvided(world, panel);
  }, [world, panel, where]);
  // the world of an exercise tells which names its parameters may have, and what ports may be bound to
  useEffect(() => {
    if (!where.exercise || where.world) return;
    api.get<ExerciseCard[]>("/api/exercises").then(
      (cards) => {
        const card = cards.find((one) => one.name === where.exercise);
        void loadProvided(card?.world ?? "", card?.panel ?? "");
      },
      () => undefined,
    );
  }, [where]);
  // values are tuned anew in every run
  useEffect(() => {
    if (run === "none") view.setState({ tuned: [], tune: false });
  }, [run, view]);

  useDocumentPlace(edited);

  const w = useWords();
  const check = store((state) => state.check);
  const cannotRun = notRunnable(check, w);
  const onRun = useCallback(() => {
    if (cannotRun) showToast({ id: "cannot-run", kind: "info", title: w.design.run.failed, text: cannotRun });
    else if (runs.running()) void runs.apply();
    else if (where.exercise || where.world || where.bench) void runs.start(where);
    else view.setState({ dialog: "run" });
  }, [runs, where, view, cannotRun, w]);
  const close = () => view.setState({ dialog: "" });

  const benched = run !== "none" && session?.scheme === name && session.world === BENCH;
  const was = useRef(benched);
  useEffect(() => {
    if (was.current === benched) return;
    was.current = benched;
    // the drawing has less room now, or all of it again
    const timer = window.setTimeout(() => void editor.flow.current?.fitView({ padding: 0.15, maxZoom: 1 }), SETTLED);
    return () => window.clearTimeout(timer);
  }, [benched, editor]);
  const drawing = (
    <EditorView
      editor={editor}
      failed={failed}
      use={{ usedBy: edited.kept.used_by, own: edited.kept.own }}
      onCheck={edited.checkNow}
      onRun={onRun}
      cannotRun={cannotRun}
      onSave={() => void save()}
      saving={edited.saving}
      busy={runs.busy}
      pending={runs.pending}
      shipped={opened.kept.shipped}
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
      {dialog === "save-as" && <SaveAs edited={edited} onClose={close} />}
      <DocumentDialogs edited={edited} differences={differences} />
    </EditorView>
  );
  return (
    <div className={benched ? css.layout : css.alone}>
      {drawing}
      {benched && <Bench />}
    </div>
  );
}
