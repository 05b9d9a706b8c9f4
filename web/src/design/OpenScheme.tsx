import { useEffect } from "react";
import { OpenDocument } from "@/documents/OpenDocument";
import { loadCatalogue, useCatalogue } from "@/editor/catalogue";
import type { Where } from "@/editor/context";
import { loadLibrary, useLibrary } from "@/editor/library";
import { Skeleton } from "@/ui";
import css from "./Design.module.css";
import { schemes } from "./documents";
import { SchemeEditor } from "./SchemeEditor";

/** Props of {@link OpenScheme}. */
export interface OpenSchemeProps extends Omit<Where, "panel"> {
  name: string;
}

/** Brings a scheme from the server, then edits it. */
export function OpenScheme({ name, ...where }: OpenSchemeProps) {
  const catalogue = useCatalogue((now) => now.state);
  useEffect(() => {
    void loadCatalogue();
    void loadLibrary();
  }, []);
  const library = useLibrary((now) => now.ready);
  const known = library && catalogue !== "loading" && catalogue !== "idle";
  const waiting = (
    <>
      <Skeleton height={40} />
      <div className={css.shadow}>
        <Skeleton lines={14} height={24} />
        <span />
        <Skeleton lines={8} height={28} />
      </div>
    </>
  );
  return (
    <OpenDocument kind={schemes} name={name} ready={known} waiting={waiting}>
      {(opened) => <SchemeEditor opened={opened} where={{ ...where, panel: "" }} />}
    </OpenDocument>
  );
}
