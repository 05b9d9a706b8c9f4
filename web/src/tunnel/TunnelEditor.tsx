import { Save } from "lucide-react";
import { useState } from "react";
import { DocumentDialogs } from "@/documents/DocumentDialogs";
import type { Opened } from "@/documents/documents";
import { documentKeys, UndoButtons } from "@/documents/History";
import { useDocumentPlace } from "@/documents/useDocument";
import type { TunnelDocument } from "@/gen/documents";
import { same } from "@/model/document/same";
import type { Handle } from "@/model/tunnel/edit";
import { useShortcuts } from "@/shell/keys";
import { Button, Segmented } from "@/ui";
import { said, useLanguage, useWords, type Words } from "@/words";
import { Drawing } from "./Drawing";
import { ArmSheet, MakeCard, PlanCard } from "./Sheet";
import css from "./Tunnel.module.css";
import { useTunnel } from "./useTunnel";

/** What differs between two versions of a tunnel, for people; nothing if they say the same. */
function differences(theirs: TunnelDocument, ours: TunnelDocument, { tunnel: { save: s } }: Words) {
  const keys = ["left", "right", "target", "arm"] as const;
  const found = keys.filter((key) => !same(theirs[key], ours[key]));
  return found.length > 0 ? <p>{s.differs(found.map((key) => s.parts[key]).join(", "))}</p> : null;
}

/** The editor of a tunnel: drawn with the mouse, checked while it is drawn. */
export function TunnelEditor({ opened }: { opened: Opened<TunnelDocument> }) {
  const w = useWords();
  const language = useLanguage();
  const edited = useTunnel(opened);
  const [chosen, setChosen] = useState<Handle | null>(null);
  const [tool, setTool] = useState<"point" | "extend">("point");
  const { doc, dirty, store } = edited;
  const title = said(doc.title, language) || doc.name;
  useDocumentPlace(edited, title);
  useShortcuts(
    w.tunnel.title,
    documentKeys(store, () => void (edited.saving || edited.save())),
  );
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1>{title}</h1>
        <Segmented
          label={w.tunnel.tool}
          value={tool}
          options={[
            { value: "point", label: w.tunnel.toolPoint },
            { value: "extend", label: w.tunnel.toolExtend },
          ]}
          onChange={setTool}
        />
        <span className={css.push} />
        <UndoButtons store={store} />
        <Button
          icon={Save}
          busy={edited.saving}
          onClick={() => void edited.save()}
          data-testid="save-tunnel"
          {...(dirty ? {} : { reason: w.tunnel.saved })}
        >
          {w.tunnel.save.save}
        </Button>
      </header>
      <div className={css.columns}>
        <div className={css.card}>
          <Drawing edited={edited} extending={tool === "extend"} chosen={chosen} onChoose={setChosen} />
          <p className={css.quiet}>{tool === "extend" ? w.tunnel.extendHint : w.tunnel.pointHint}</p>
        </div>
        <div className={css.sheet}>
          <PlanCard edited={edited} onChoose={setChosen} />
          <ArmSheet edited={edited} />
          <MakeCard edited={edited} />
        </div>
      </div>
      <DocumentDialogs edited={edited} differences={differences} />
    </div>
  );
}
