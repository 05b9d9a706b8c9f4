import { PanelTop, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link } from "@/app/router";
import { usePlace } from "@/app/topbar";
import type { DocumentEntry } from "@/gen/messages";
import { Button, Chip, Dialog, EmptyState, ErrorBox, Icon, IconButton, SearchField, Skeleton, showToast } from "@/ui";
import { said, useFormat, useLanguage, useWords } from "@/words";
import { editorPath, listPanels, removePanel } from "./documents";
import { NewPanel } from "./NewPanel";
import css from "./PanelList.module.css";
import { Parts } from "./Parts";
import { useAsk } from "./useAsk";

/** All panels: the user's own and shipped ones. */
export function PanelList() {
  const w = useWords();
  const l = w.paneleditor.list;
  const { state, value: entries = [], error, retry } = useAsk(listPanels);
  const [text, setText] = useState("");
  const [making, setMaking] = useState(false);
  const [removing, setRemoving] = useState<DocumentEntry | null>(null);
  usePlace([{ label: l.title }]);
  const wanted = text.trim().toLowerCase();
  const shown = entries.filter((entry) =>
    `${entry.name} ${JSON.stringify(entry.title)} ${JSON.stringify(entry.description)}`.toLowerCase().includes(wanted),
  );
  const own = shown.filter((entry) => entry.own).sort((a, b) => (b.changed ?? 0) - (a.changed ?? 0));
  const shipped = shown.filter((entry) => !entry.own);
  const remove = async () => {
    if (!removing) return;
    try {
      await removePanel(removing.name, removing.version);
    } catch (problem) {
      showToast({ kind: "error", title: problem instanceof Error ? problem.message : String(problem) });
    }
    setRemoving(null);
    retry();
  };
  return (
    <div className={css.page} data-testid="panel-list">
      <header className={css.head}>
        <h1>{l.title}</h1>
        <Parts value="panels" />
        <SearchField label={l.find} value={text} onChange={setText} className={css.find} />
        <Button variant="primary" icon={Plus} onClick={() => setMaking(true)} data-testid="new-panel">
          {l.fresh}
        </Button>
      </header>
      {state === "failed" && <ErrorBox message={l.failed} detail={error} onRetry={retry} />}
      {state === "waiting" && <Skeleton lines={4} height={56} />}
      {state === "there" && shown.length === 0 && <EmptyState text={l.nothing(text)} />}
      {state === "there" && shown.length > 0 && (
        <>
          <h2>{l.own}</h2>
          {own.length === 0 ? <p className={css.none}>{l.none}</p> : <Cards entries={own} onRemove={setRemoving} />}
          {shipped.length > 0 && <h2>{l.shipped}</h2>}
          <Cards entries={shipped} />
        </>
      )}
      {making && state === "there" && <NewPanel entries={entries} onClose={() => setMaking(false)} />}
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

function Cards(props: { entries: readonly DocumentEntry[]; onRemove?: (entry: DocumentEntry) => void }) {
  const { entries, onRemove } = props;
  const l = useWords().paneleditor.list;
  const format = useFormat();
  const language = useLanguage();
  const words = (text: string | Record<string, string>) =>
    typeof text === "string" ? text : said({ en: text.en ?? "", ...text }, language);
  return (
    <ul className={css.cards}>
      {entries.map((entry) => (
        <li key={entry.name} className={css.card} data-testid={`panel-${entry.name}`}>
          <Link href={editorPath(entry.name)} className={css.link}>
            <Icon of={PanelTop} size={16} className={css.sign} />
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
