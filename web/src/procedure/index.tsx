import { Copy, Save, Undo2 } from "lucide-react";
import { useEffect, useState } from "react";
import { freeName } from "@/documents/documents";
import type { ProcedureDocument } from "@/gen/documents";
import type { DocumentState, ProcedureCard } from "@/gen/messages";
import { api } from "@/link/http";
import { useShortcuts } from "@/shell/keys";
import { Link, navigate, pathOf, useRoute } from "@/shell/router";
import { usePlace } from "@/shell/topbar";
import { Badge, Button, EmptyState, ErrorBox, IconButton, Skeleton, showToast } from "@/ui";
import { said, useLanguage, useWords } from "@/words";
import { Dialogs } from "./Dialogs";
import { procedures } from "./documents";
import { KnotList } from "./KnotList";
import css from "./Procedure.module.css";
import { Force, Limits, Motion } from "./Settings";
import { Steps } from "./Steps";
import { SurfaceMap } from "./SurfaceMap";
import { type Edited, useProcedure } from "./useProcedure";

/** A copy under a free name, opened: of what is seen, saved or not. What was not saved stays a draft of the first. */
async function copy({ name, dirty, doc }: Edited): Promise<void> {
  try {
    const taken = (await procedures.list()).map((entry) => entry.name);
    const fresh = freeName(name, taken);
    const made = dirty
      ? await procedures.save(fresh, { ...doc, name: fresh }, null)
      : await procedures.make(fresh, name);
    navigate(pathOf("procedure", made.name));
  } catch (error) {
    showToast({ kind: "error", title: error instanceof Error ? error.message : String(error) });
  }
}

function Editor({ first, start }: { first: DocumentState; start: ProcedureDocument }) {
  const w = useWords();
  const language = useLanguage();
  const edited = useProcedure(first, start);
  const [chosen, setChosen] = useState(0);
  const { doc, dirty, undo } = edited;
  const title = said(doc.title, language) || doc.name;
  usePlace([{ label: w.procedure.all, href: pathOf("procedure") }, { label: title }]);
  useShortcuts(w.procedure.title, [
    {
      keys: "Ctrl+KeyS",
      label: w.procedure.save,
      run: () => void (edited.saves.saving || edited.save()),
      inText: true,
    },
    { action: "undo", label: w.procedure.undo, run: () => undo?.() },
  ]);
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1>{title}</h1>
        {dirty && <Badge tone="warn">{w.procedure.unsaved}</Badge>}
        <span className={css.push} />
        <IconButton
          icon={Undo2}
          label={w.procedure.undo}
          onClick={() => undo?.()}
          {...(undo ? {} : { reason: w.procedure.saved })}
        />
        <Button icon={Copy} onClick={() => void copy(edited)} data-testid="copy-procedure">
          {w.procedure.duplicate}
        </Button>
        <Button
          icon={Save}
          busy={edited.saves.saving}
          onClick={() => void edited.save()}
          data-testid="save-procedure"
          {...(dirty ? {} : { reason: w.procedure.saved })}
        >
          {w.procedure.save}
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
      <Dialogs edited={edited} version={first.version} />
    </div>
  );
}

/** A procedure that cannot be shown; the way back to those that can is in the top bar. */
function Missing({ name, why }: { name: string; why: string }) {
  const w = useWords().procedure;
  usePlace([{ label: w.all, href: pathOf("procedure") }, { label: name }]);
  return (
    <div className={css.page}>
      <ErrorBox message={why} />
    </div>
  );
}

function Loading() {
  return (
    <div className={css.page}>
      <Skeleton height={28} lines={4} />
    </div>
  );
}

function Opened({ name }: { name: string }) {
  const w = useWords().procedure;
  const [state, setState] = useState<DocumentState | null>(null);
  const [error, setError] = useState("");
  useEffect(() => {
    let current = true;
    setState(null);
    procedures.fetch(name).then(
      (found) => current && setState(found),
      (problem: unknown) => current && setError(problem instanceof Error ? problem.message : String(problem)),
    );
    return () => {
      current = false;
    };
  }, [name]);
  const wrong = error || (state && !procedures.isOne(state.document) ? w.notOne : "");
  if (wrong) return <Missing name={name} why={wrong} />;
  if (!state || !procedures.isOne(state.document)) return <Loading />;
  return <Editor first={state} start={state.document} />;
}

function All() {
  const w = useWords().procedure;
  const language = useLanguage();
  const [cards, setCards] = useState<ProcedureCard[] | null>(null);
  const [error, setError] = useState("");
  useEffect(() => {
    api
      .get<ProcedureCard[]>("/api/procedures")
      .then(setCards, (problem: unknown) => setError(problem instanceof Error ? problem.message : String(problem)));
  }, []);
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1>{w.all}</h1>
      </header>
      <p className={css.quiet}>{w.hint}</p>
      {error && <ErrorBox message={error} />}
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
  return name ? <Opened key={name} name={name} /> : <All />;
}
