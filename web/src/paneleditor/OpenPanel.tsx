import { useCallback, useEffect } from "react";
import { useAsked } from "@/documents/useAsked";
import { isPanel } from "@/model/paneldoc/document";
import { navigate } from "@/shell/router";
import { rememberPlace, usePlace } from "@/shell/topbar";
import { Button, ErrorBox, Skeleton } from "@/ui";
import { useWords } from "@/words";
import { editorPath, panels } from "./documents";
import { PanelEditor } from "./PanelEditor";
import css from "./PanelEditor.module.css";

/** Brings a panel from the server, then edits it. */
export function OpenPanel({ name, world }: { name: string; world: string }) {
  const w = useWords();
  const o = w.paneleditor.open;
  const question = useCallback(async () => {
    const state = await panels.fetch(name);
    if (!isPanel(state.document)) throw new Error(o.notPanel);
    return { state, doc: state.document };
  }, [name, o.notPanel]);
  const { state, value, error, retry } = useAsked(question);
  usePlace([{ label: w.paneleditor.list.title, href: editorPath() }, { label: name }]);
  useEffect(() => {
    rememberPlace("design", window.location.pathname + window.location.search);
  }, []);
  if (state === "failed")
    return (
      <div className={css.waiting}>
        <ErrorBox
          message={o.failed(name)}
          detail={error}
          onRetry={retry}
          action={<Button onClick={() => navigate(editorPath())}>{o.back}</Button>}
        />
      </div>
    );
  if (state === "waiting")
    return (
      <div className={css.waiting} role="status" aria-label={o.loading}>
        <Skeleton lines={12} height={28} />
      </div>
    );
  return <PanelEditor name={name} opened={value} world={world} />;
}
