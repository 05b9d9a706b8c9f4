import { Plus, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { DocumentEntry } from "@/gen/messages";
import { Link, navigate } from "@/shell/router";
import {
  Button, Chip, Dialog, EmptyState, ErrorBox, Icon, IconButton, type IconType, SearchField, Skeleton, showToast,
} from "@/ui"; // biome-ignore format: a list
import { said, saidBy, useFormat, useLanguage, useWords, type Words } from "@/words";
import css from "./DocumentList.module.css";
import type { DocumentKind } from "./documents";
import { NewDocumentDialog } from "./NewDocumentDialog";
import { useAsked } from "./useAsked";

/** What a list of documents says. */
export type ListWords = Words["paneleditor"]["list"];

/** Props of {@link DocumentList}. */
export interface DocumentListProps {
  /** Must be stable. */
  kind: Pick<DocumentKind<unknown>, "kind" | "list" | "make" | "remove" | "pathTo">;
  words: ListWords;
  fresh: Words["paneleditor"]["fresh"];
  icon: IconType;
  /** The switch to lists of other kinds. */
  parts: ReactNode;
  /** What stands over the list. */
  children?: ReactNode;
}

/** All documents of a kind: the user's own and shipped ones. */
export function DocumentList({ kind: documents, words: l, fresh, icon, parts, children }: DocumentListProps) {
  const w = useWords();
  const { kind, pathTo } = documents;
  const { state, value: entries = [], error, retry } = useAsked(documents.list);
  const [text, setText] = useState("");
  const [making, setMaking] = useState(false);
  const [removing, setRemoving] = useState<DocumentEntry | null>(null);
  const wanted = text.trim().toLowerCase();
  const shown = entries.filter((entry) =>
    `${entry.name} ${JSON.stringify(entry.title)} ${JSON.stringify(entry.description)}`.toLowerCase().includes(wanted),
  );
  const own = shown.filter((entry) => entry.own).sort((a, b) => (b.changed ?? 0) - (a.changed ?? 0));
  const shipped = shown.filter((entry) => !entry.own && !entry.part);
  const library = shown.filter((entry) => !entry.own && entry.part);
  const remove = async () => {
    if (!removing) return;
    try {
      await documents.remove(removing.name, removing.version);
    } catch (problem) {
      showToast({ kind: "error", title: saidBy(problem) });
    }
    setRemoving(null);
    retry();
  };
  const cards = { kind, words: l, icon, pathTo };
  return (
    <div className={css.page} data-testid={`${kind}-list`}>
      <header className={css.head}>
        <h1>{l.title}</h1>
        {parts}
        <SearchField label={l.find} value={text} onChange={setText} className={css.find} />
        <Button variant="primary" icon={Plus} onClick={() => setMaking(true)} data-testid={`new-${kind}`}>
          {l.fresh}
        </Button>
      </header>
      {state === "failed" && <ErrorBox message={l.failed} detail={error} onRetry={retry} />}
      {state === "waiting" && <Skeleton lines={6} height={56} />}
      {children}
      {state === "there" && shown.length === 0 && <EmptyState text={l.nothing(text)} />}
      {state === "there" && shown.length > 0 && (
        <>
          <h2>{l.own}</h2>
          {own.length === 0 ? (
            <p className={css.none}>{l.none}</p>
          ) : (
            <Cards {...cards} entries={own} onRemove={setRemoving} />
          )}
          {shipped.length > 0 && <h2>{l.shipped}</h2>}
          <Cards {...cards} entries={shipped} />
          {library.length > 0 && <h2>{w.design.part.library}</h2>}
          <Cards {...cards} entries={library} />
        </>
      )}
      {making && state === "there" && (
        <NewDocumentDialog
          documents={documents}
          words={fresh}
          entries={entries}
          onClose={() => setMaking(false)}
          onMade={(name) => navigate(pathTo(name))}
        />
      )}
      <Dialog
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title={l.removeTitle(removing?.name ?? "")}
        actions={
          <>
            <Button onClick={() => setRemoving(null)}>{w.common.cancel}</Button>
            <Button variant="danger" onClick={() => void remove()}>
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

interface CardsProps {
  kind: string;
  words: ListWords;
  icon: IconType;
  pathTo: (name: string) => string;
  entries: readonly DocumentEntry[];
  onRemove?: (entry: DocumentEntry) => void;
}

function Cards({ kind, words: l, icon, pathTo, entries, onRemove }: CardsProps) {
  const format = useFormat();
  const language = useLanguage();
  return (
    <ul className={css.cards}>
      {entries.map((entry) => (
        <li key={entry.name} className={css.card} data-testid={`${kind}-${entry.name}`}>
          <Link href={pathTo(entry.name)} className={css.link}>
            <Icon of={icon} size={16} className={css.sign} />
            <b>{said(entry.title, language) || entry.name}</b>
            <span className={css.text}>{said(entry.description, language)}</span>
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
