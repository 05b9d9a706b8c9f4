import { useCallback, useEffect } from "react";
import { useAsked } from "@/documents/useAsked";
import { loadCatalogue, useCatalogue } from "@/editor/catalogue";
import { navigate, pathOf } from "@/shell/router";
import { rememberPlace, usePlace } from "@/shell/topbar";
import { Button, ErrorBox, Skeleton } from "@/ui";
import { useWords } from "@/words";
import css from "./Design.module.css";
import { openScheme } from "./load";
import { SchemeEditor } from "./SchemeEditor";

/** Props of {@link OpenScheme}. */
export interface OpenSchemeProps {
  name: string;
  exercise: string;
  variant: string;
  world: string;
}

/** Brings a scheme from the server, then edits it. */
export function OpenScheme({ name, exercise, variant, world }: OpenSchemeProps) {
  const w = useWords();
  const o = w.design.open;
  const question = useCallback(() => openScheme(name, o.notScheme), [name, o.notScheme]);
  const { state, value, error, retry } = useAsked(question);
  const catalogue = useCatalogue((now) => now.state);
  usePlace([{ label: w.design.list.title, href: pathOf("design") }, { label: name }]);
  useEffect(() => {
    void loadCatalogue();
    rememberPlace("design", window.location.pathname + window.location.search);
  }, []);
  if (state === "failed") {
    return (
      <div className={css.waiting}>
        <ErrorBox
          message={o.failed(name)}
          detail={error}
          onRetry={retry}
          action={<Button onClick={() => navigate(pathOf("design"))}>{o.back}</Button>}
        />
      </div>
    );
  }
  if (state === "waiting" || catalogue === "loading" || catalogue === "idle") {
    return (
      <div className={css.waiting} role="status" aria-label={o.loading}>
        <Skeleton height={40} />
        <div className={css.shadow}>
          <Skeleton lines={14} height={24} />
          <span />
          <Skeleton lines={8} height={28} />
        </div>
      </div>
    );
  }
  return <SchemeEditor name={name} opened={value} where={{ exercise, variant, world, panel: "" }} onReload={retry} />;
}
