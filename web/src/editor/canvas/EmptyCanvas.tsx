import { Workflow } from "lucide-react";
import { useEffect, useState } from "react";
import type { SchemeDocument } from "@/gen/documents";
import type { DocumentEntry, DocumentState } from "@/gen/messages";
import { api } from "@/link/http";
import { Button, showToast } from "@/ui";
import { useWords } from "@/words";
import { useEditor } from "../context";
import css from "./Canvas.module.css";

/** An empty canvas offers ready schemes to begin with. */
export function EmptyCanvas() {
  const w = useWords();
  const c = w.design.canvas;
  const { store, name, actions } = useEditor();
  const [entries, setEntries] = useState<readonly DocumentEntry[]>([]);
  useEffect(() => {
    let wanted = true;
    api.get<DocumentEntry[]>("/api/documents?kind=scheme").then(
      (list) => wanted && setEntries(list.filter((entry) => entry.shipped && entry.name !== name)),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [name]);
  const begin = async (template: string) => {
    try {
      const { document } = await api.get<DocumentState>(
        `/api/documents/scheme/${encodeURIComponent(template)}?shipped=1`,
      );
      store.getState().replaceDoc({ ...(document as SchemeDocument), name }, w.design.steps.starter(template));
      await actions.tidy();
    } catch (error) {
      showToast({ kind: "error", title: error instanceof Error ? error.message : String(error) });
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
