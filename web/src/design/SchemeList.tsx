import { Play, Plus, Trash2, Workflow } from "lucide-react";
import { useState } from "react";
import { Link, navigate, pathOf } from "@/app/router";
import { usePlace } from "@/app/topbar";
import type { DocumentEntry } from "@/gen/messages";
import { useLive } from "@/link/live";
import { Parts } from "@/paneleditor";
import { Button, Chip, Dialog, EmptyState, ErrorBox, Icon, IconButton, SearchField, Skeleton, showToast } from "@/ui";
import { said, useFormat, useLanguage, useWords } from "@/words";
import { listSchemes, removeScheme } from "./documents";
import { NewScheme } from "./NewScheme";
import css from "./SchemeList.module.css";
import { useAsked } from "./useAsked";

/** All schemes: the user's own, shipped ones, and the one that runs. */
export function SchemeList() {
  const w = useWords();
  const l = w.design.list;
  const { state, value: entries = [], error, retry } = useAsked(listSchemes);
  const session = useLive((live) => live.session);
  const [text, setText] = useState("");
  const [making, setMaking] = useState(false);
  const [removing, setRemoving] = useState<DocumentEntry | null>(null);
  usePlace([{ label: w.design.list.title }]);

  const wanted = text.trim().toLowerCase();
  const fits = (entry: DocumentEntry) =>
    `${entry.name} ${JSON.stringify(entry.title)} ${JSON.stringify(entry.description)}`.toLowerCase().includes(wanted);
  const shown = entries.filter(fits);
  const own = shown.filter((entry) => entry.own).sort((a, b) => (b.changed ?? 0) - (a.changed ?? 0));
  const shipped = shown.filter((entry) => !entry.own);
  const remove = async () => {
    if (!removing) return;
    try {
      await removeScheme(removing.name, removing.version);
    } catch (problem) {
      showToast({ kind: "error", title: problem instanceof Error ? problem.message : String(problem) });
    }
    setRemoving(null);
    retry();
  };
  return (
    <div className={css.page} data-testid="scheme-list">
      <header className={css.head}>
        <h1>{l.title}</h1>
        <Parts value="schemes" />
        <SearchField label={l.find} value={text} onChange={setText} className={css.find} />
        <Button variant="primary" icon={Plus} onClick={() => setMaking(true)} data-testid="new-scheme">
          {l.fresh}
        </Button>
      </header>
      {state === "failed" && <ErrorBox message={l.failed} detail={error} onRetry={retry} />}
      {state === "waiting" && <Skeleton lines={6} height={56} />}
      {session?.scheme && (
        <section className={css.running}>
          <Icon of={Play} size={16} />
          <span>
            {l.running}: <b>{session.scheme}</b>
          </span>
          <Button onClick={() => navigate(pathOf("design", session.scheme))} data-testid="open-running">
            {l.openRunning}
          </Button>
        </section>
      )}
      {state === "there" && shown.length === 0 && <EmptyState text={l.nothing(text)} />}
      {state === "there" && shown.length > 0 && (
        <>
          <h2>{l.own}</h2>
          {own.length === 0 ? <p className={css.none}>{l.none}</p> : <Cards entries={own} onRemove={setRemoving} />}
          {shipped.length > 0 && <h2>{l.shipped}</h2>}
          <Cards entries={shipped} />
        </>
      )}
      {making && state === "there" && (
        <NewScheme
          open
          entries={entries}
          onClose={() => setMaking(false)}
          onMade={(name) => navigate(pathOf("design", name))}
        />
      )}
      <Dialog
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title={l.removeTitle(removing?.name ?? "")}
        actions={
          <>
            <Button onClick={() => setRemoving(null)}>{w.common.cancel}</Button>
            <Button variant="danger" onClick={remove}>
              {l.remove}
            </Button>
          </>
        }
      >
        {l.removeText}
      </Dialog>
    </div>
  );
}

function Cards({
  entries,
  onRemove,
}: {
  entries: readonly DocumentEntry[];
  onRemove?: (entry: DocumentEntry) => void;
}) {
  const w = useWords();
  const l = w.design.list;
  const format = useFormat();
  const language = useLanguage();
  const words = (text: string | Record<string, string>) =>
    typeof text === "string" ? text : said({ en: text.en ?? "", ...text }, language);
  return (
    <ul className={css.cards}>
      {entries.map((entry) => (
        <li key={entry.name} className={css.card} data-testid={`scheme-${entry.name}`}>
          <Link href={pathOf("design", entry.name)} className={css.link}>
            <Icon of={Workflow} size={16} className={css.sign} />
            <b>{words(entry.title) || entry.name}</b>
            <span className={css.text}>{words(entry.description)}</span>
          </Link>
          <footer>
            {entry.own && entry.shipped && <Chip>{l.overShipped}</Chip>}
            {!entry.own && <span className="cap">{l.copyShipped}</span>}
            {entry.own && entry.changed !== null && (
              <span className="cap">{l.changed(format.ago(entry.changed * 1000))}</span>
            )}
            {onRemove && (
              <IconButton icon={Trash2} size="s" label={`${l.remove} ${entry.name}`} onClick={() => onRemove(entry)} />
            )}
          </footer>
        </li>
      ))}
    </ul>
  );
}
