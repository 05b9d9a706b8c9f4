import { useCallback, useMemo } from "react";
import { documentsOf } from "@/documents/documents";
import { useAsked } from "@/documents/useAsked";
import type { SchemeDocument } from "@/gen/documents";
import { Button, Dialog, ErrorBox, Skeleton } from "@/ui";
import { useWords } from "@/words";
import { useEditor, useScheme, useView } from "../context";
import { Changes } from "./Changes";
import { changesOf, marksOf } from "./changes";

const schemes = documentsOf<SchemeDocument>("scheme");

/** What has changed since the saved version, or against the shipped one. */
export function DiffDialog() {
  const w = useWords();
  const d = w.design.diff;
  const { view, name } = useEditor();
  const dialog = useView((now) => now.dialog);
  const marked = useView((now) => now.marks.size > 0);
  const doc = useScheme((state) => state.doc);
  const saved = useScheme((state) => state.saved.doc);
  const open = dialog === "diff-saved" || dialog === "diff-shipped";
  const ask = useCallback(
    async () => (dialog === "diff-shipped" ? await schemes.fetchShipped(name) : undefined),
    [dialog, name],
  );
  const { value: shipped, error: failed } = useAsked(ask);
  const base = dialog === "diff-shipped" ? shipped : saved;
  const list = useMemo(() => (open && base ? changesOf(base, doc) : []), [open, base, doc]);
  const close = () => view.setState({ dialog: "" });
  return (
    <Dialog
      open={open}
      onClose={close}
      title={`${d.title}: ${dialog === "diff-shipped" ? d.shipped : d.saved}`}
      width={600}
      actions={
        <>
          {marked && <Button onClick={() => view.setState({ marks: new Map() })}>{d.unmark}</Button>}
          <Button
            variant="primary"
            reason={list.length > 0 ? undefined : d.none}
            onClick={() => view.setState({ marks: marksOf(list), dialog: "" })}
            data-testid="mark-changes"
          >
            {d.mark}
          </Button>
        </>
      }
    >
      {failed ? <ErrorBox message={failed} /> : base ? <Changes list={list} /> : <Skeleton lines={4} height={22} />}
    </Dialog>
  );
}
