import { Copy, Save } from "lucide-react";
import { useState } from "react";
import { DocumentDialogs } from "@/documents/DocumentDialogs";
import type { Opened } from "@/documents/documents";
import { documentKeys, UndoButtons } from "@/documents/History";
import { OpenDocument } from "@/documents/OpenDocument";
import { useAsked } from "@/documents/useAsked";
import { useDocumentPlace } from "@/documents/useDocument";
import type { ProcedureDocument } from "@/gen/documents";
import type { ProcedureCard } from "@/gen/messages";
import { api } from "@/link/http";
import { difference } from "@/model/procedure/store";
import { useShortcuts } from "@/shell/keys";
import { Link, navigate, pathOf, useRoute } from "@/shell/router";
import { Badge, Button, EmptyState, ErrorBox, Skeleton, showToast } from "@/ui";
import { said, saidBy, useLanguage, useWords, type Words } from "@/words";
import { procedures } from "./documents";
import { KnotList } from "./KnotList";
import css from "./Procedure.module.css";
import { Force, Limits, Motion } from "./Settings";
import { Steps } from "./Steps";
import { SurfaceMap } from "./SurfaceMap";
import { type Edited, useProcedure } from "./useProcedure";

/** A copy under a free name, opened: of what is seen, saved or not. What was not saved stays a draft of the first. */
async function copy({ kind, duplicate }: Edited): Promise<void> {
  try {
    navigate(kind.pathTo(await duplicate()));
  } catch (error) {
    showToast({ kind: "error", title: saidBy(error) });
  }
}

/** What differs between two versions of a procedure, for people; nothing if they say the same. */
function differences(theirs: ProcedureDocument, ours: ProcedureDocument, { procedure: { save: s } }: Words) {
  const found = difference(theirs, ours);
  return found.length > 0 ? <p>{s.differs(found.map((part) => s.parts[part]).join(", "))}</p> : null;
}

function Editor({ opened }: { opened: Opened<ProcedureDocument> }) {
  const w = useWords();
  const language = useLanguage();
  const edited = useProcedure(opened);
  const [chosen, setChosen] = useState(0);
  const { doc, dirty, store } = edited;
  const title = said(doc.title, language) || doc.name;
  useDocumentPlace(edited, title);
  useShortcuts(
    w.procedure.title,
    documentKeys(store, () => void (edited.saving || edited.save())),
  );
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1>{title}</h1>
        <span className={css.push} />
        <UndoButtons store={store} />
        <Button icon={Copy} onClick={() => void copy(edited)} data-testid="copy-procedure">
          {w.procedure.duplicate}
        </Button>
        <Button
          icon={Save}
          busy={edited.saving}
          onClick={() => void edited.save()}
          data-testid="save-procedure"
          {...(dirty ? {} : { reason: w.procedure.saved })}
        >
          {w.procedure.save.save}
        </Button>
      </header>
      <div className={css.columns}>
        <div className={css.drawing}>
          <SurfaceMap edited={edited} chosen={chosen} onChoose={setChosen} />
          <p className={css.quiet}>{w.procedure.mapHint}</p>
        </div>
        <div className={css.sheet}>
          <Motion edited={edited} />
          <Force edited={edited} />
          <KnotList edited={edited} chosen={chosen} onChoose={setChosen} />
          <Limits edited={edited} />
        </div>
        <Steps edited={edited} />
      </div>
      <DocumentDialogs edited={edited} differences={differences} />
    </div>
  );
}

const askProcedures = () => api.get<ProcedureCard[]>("/api/procedures");

function All() {
  const w = useWords().procedure;
  const language = useLanguage();
  const { value: cards, error, retry } = useAsked(askProcedures);
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1>{w.list.title}</h1>
      </header>
      <p className={css.quiet}>{w.hint}</p>
      {error && <ErrorBox message={error} onRetry={retry} />}
      {!cards && !error && <Skeleton lines={3} height={40} />}
      {cards?.length === 0 && <EmptyState text={w.none} />}
      <ul className={css.list}>
        {cards?.map((card) => (
          <li key={card.name}>
            <Link href={pathOf("procedure", card.name)} className={css.entry}>
              <b>{said(card.title, language)}</b>
              <span className={css.quiet}>{said(card.description, language)}</span>
              <Badge>{card.own ? w.own : w.shipped}</Badge>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The screen "Procedure": a tool led over a patient, from the drawing over the model to the robot. */
export default function ProcedureScreen() {
  const { rest } = useRoute();
  const name = rest[0] ?? "";
  if (!name) return <All />;
  return (
    <OpenDocument key={name} kind={procedures} name={name}>
      {(opened) => <Editor opened={opened} />}
    </OpenDocument>
  );
}
