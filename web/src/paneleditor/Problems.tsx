import { CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import type { FaultMessage } from "@/gen/messages";
import { PICTURE } from "@/model/paneldoc/document";
import { aboutOf, overlaps } from "@/model/paneldoc/problems";
import { classes, EmptyState, Icon } from "@/ui";
import { useWords } from "@/words";
import { usePanelEditor, usePanelFaults, usePanelState } from "./context";
import css from "./Problems.module.css";

/** The place inside of what is named beside it. */
const placeIn = (place: string, name: string): string =>
  place === `elements.${name}` ? "" : place.replace(`elements.${name}.`, "").replace(/^picture\./, "");

/** What is wrong: a click goes there. */
export function Problems() {
  const w = useWords();
  const p = w.paneleditor.problems;
  const { store } = usePanelEditor();
  const doc = usePanelState((state) => state.doc);
  const faults = usePanelFaults();
  const failed = usePanelState((state) => state.checkFailed);
  const over = overlaps(doc);
  const called = (name: string) => (name === PICTURE ? w.paneleditor.board.picture : name || p.whole);
  const go = (fault: FaultMessage) => {
    const { name, option } = aboutOf(doc, fault);
    if (option) store.getState().selectMark({ element: name, option });
    else store.getState().select(name ? [name] : []);
  };
  return (
    <section className={css.pane} aria-label={p.label} data-testid="panel-problems">
      <h3>
        {p.label} <span className="num">{faults.length + over.length || ""}</span>
      </h3>
      <div className={css.body} aria-live="polite">
        {failed && <EmptyState icon={CircleX} text={`${p.failed} ${failed}`} />}
        {!failed && faults.length + over.length === 0 && (
          <p className={css.none}>
            <Icon of={CircleCheck} size={15} /> {p.none}
          </p>
        )}
        {faults.map((fault) => (
          <button
            key={`${fault.place} ${fault.message}`}
            type="button"
            className={classes(css.row, css.error)}
            onClick={() => go(fault)}
            data-testid="panel-problem"
          >
            <Icon of={CircleX} size={15} className={css.bad} />
            <b>{called(aboutOf(doc, fault).name)}</b>
            <span>{[placeIn(fault.place, aboutOf(doc, fault).name), fault.message].filter(Boolean).join(": ")}</span>
          </button>
        ))}
        {over.map(([one, two]) => (
          <button
            key={`${one} ${two}`}
            type="button"
            className={css.row}
            onClick={() => store.getState().select([one, two])}
            data-testid="panel-overlap"
          >
            <Icon of={TriangleAlert} size={15} className={css.warn} />
            <b>{called(two)}</b>
            <span>{p.overlap(called(one), called(two))}</span>
          </button>
        ))}
      </div>
    </section>
  );
}
