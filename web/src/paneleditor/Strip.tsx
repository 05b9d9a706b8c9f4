import type { PanelDocument } from "@/gen/documents";
import { unplaced } from "@/model/paneldoc/document";
import { placeElement } from "@/model/paneldoc/edits";
import { isPick } from "@/model/paneldoc/kinds";
import { Button } from "@/ui";
import { useWords } from "@/words";
import css from "./Board.module.css";
import { usePanelEditor } from "./context";
import { KIND_ICON } from "./icons";

/** What is on the panel but has no place: it is placed by a click. */
export function Strip({ doc }: { doc: PanelDocument }) {
  const w = useWords();
  const p = w.paneleditor;
  const { store } = usePanelEditor();
  const loose = unplaced(doc);
  const picks = doc.picture ? [] : Object.entries(doc.elements).filter(([, element]) => isPick(element));
  if (loose.length === 0 && picks.length === 0) return null;
  const chip = (name: string, run: () => void) => {
    const type = doc.elements[name]?.type;
    return (
      <Button key={name} size="s" icon={type && KIND_ICON[type]} onClick={run} data-testid={`loose-${name}`}>
        {name}
      </Button>
    );
  };
  return (
    <div className={css.strip} data-testid="panel-strip">
      {loose.length > 0 && <span>{p.board.unplaced}:</span>}
      {loose.map((name) =>
        chip(name, () => store.getState().make(p.steps.move(name), (now) => [placeElement(now, name), [name]])),
      )}
      {picks.length > 0 && <span>{p.board.noPicture}</span>}
      {picks.map(([name]) => chip(name, () => store.getState().select([name])))}
    </div>
  );
}
