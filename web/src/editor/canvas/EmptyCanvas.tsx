import { Workflow } from "lucide-react";
import { useEffect, useState } from "react";
import { documentsOf } from "@/documents/documents";
import type { SchemeDocument } from "@/gen/documents";
import type { DocumentEntry } from "@/gen/messages";
import { Button, showToast } from "@/ui";
import { saidBy, useWords } from "@/words";
import { useEditor } from "../context";
import css from "./Canvas.module.css";

const schemes = documentsOf<SchemeDocument>("scheme");

/** An empty canvas offers ready schemes to begin with. */
export function EmptyCanvas() {
  const w = useWords();
  const c = w.design.canvas;
  const { store, name, actions } = useEditor();
  const [entries, setEntries] = useState<readonly DocumentEntry[]>([]);
  useEffect(() => {
    let wanted = true;
    schemes.list().then(
      (list) => wanted && setEntries(list.filter((entry) => entry.shipped && entry.name !== name)),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [name]);
  const begin = async (template: string) => {
    try {
      const document = await schemes.fetchShipped(template);
      store.getState().replaceDoc({ ...document, name }, w.design.steps.starter(template));
      await actions.tidy();
    } catch (error) {
      showToast({ kind: "error", title: saidBy(error) });
    }
  };
  return (
    <div className={css.empty} data-testid="empty-canvas">
      <h2>{c.emptyTitle}</h2>
      <p>{c.emptyText}</p>
      <div className={css.starters}>
        {entries.map((entry) => (
          <Button
            key={entry.name}
            icon={Workflow}
            onClick={() => void begin(entry.name)}
            title={c.beginWith(entry.name)}
            data-testid={`starter-${entry.name}`}
          >
            {entry.name}
          </Button>
        ))}
      </div>
    </div>
  );
}
