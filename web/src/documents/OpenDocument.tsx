import { type ReactNode, useCallback, useEffect } from "react";
import { navigate, useRoute } from "@/shell/router";
import { rememberPlace, usePlace } from "@/shell/topbar";
import { Button, ErrorBox, Skeleton } from "@/ui";
import { useWords } from "@/words";
import css from "./DocumentList.module.css";
import { type DocumentKind, type Opened, openDocument } from "./documents";
import { useAsked } from "./useAsked";

/** Props of {@link OpenDocument}. */
export interface OpenDocumentProps<D> {
  /** Must be stable. */
  kind: DocumentKind<D>;
  name: string;
  /** Whether all else that the editor needs is there. */
  ready?: boolean;
  /** What stands for the editor until it is there. */
  waiting?: ReactNode;
  children: (opened: Opened<D>) => ReactNode;
}

/** Brings a document from the server, then edits it. */
export function OpenDocument<D>({ kind, name, ready = true, waiting, children }: OpenDocumentProps<D>) {
  const { list, open: o } = kind.words(useWords());
  const { screen } = useRoute();
  const { state, value, error, retry } = useAsked(useCallback(() => openDocument(kind, name), [kind, name]));
  usePlace([{ label: list.title, href: kind.pathTo() }, { label: name }]);
  useEffect(() => {
    if (screen) rememberPlace(screen, window.location.pathname + window.location.search);
  }, [screen]);
  if (state === "failed")
    return (
      <div className={css.waiting}>
        <ErrorBox
          message={o.failed(name)}
          detail={error}
          onRetry={retry}
          action={<Button onClick={() => navigate(kind.pathTo())}>{o.back}</Button>}
        />
      </div>
    );
  if (state === "waiting" || !ready)
    return (
      <div className={css.waiting} role="status" aria-label={o.loading}>
        {waiting ?? <Skeleton lines={12} height={28} />}
      </div>
    );
  return children(value);
}
