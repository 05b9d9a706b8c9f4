import { Plus, Trash2, TriangleAlert } from "lucide-react";
import type { ProcedureDocument } from "@/gen/documents";
import { addKnot, moveKnot, nextKnot, removeKnot } from "@/model/procedure/edit";
import { Button, classes, Icon, IconButton, NumberField } from "@/ui";
import { useWords } from "@/words";
import css from "./Procedure.module.css";
import { marksOf, type SurfaceMapProps } from "./SurfaceMap";

/** The knots as numbers, with what stands against each. */
export function KnotList({ edited, chosen, onChoose }: SurfaceMapProps) {
  const w = useWords().procedure;
  const { doc, plan, store, edit } = edited;
  const more = () => {
    edit(w.steps.addKnot, (now) => addKnot(now, nextKnot(now.knots), now.knots.length - 1));
    onChoose(doc.knots.length);
  };
  return (
    <section className={css.card} aria-label={w.knots}>
      <h2>{w.knots}</h2>
      <div className={classes(css.numbers, css.heads)} aria-hidden="true">
        <span />
        <span>{w.fromTop}</span>
        <span>{w.direction}</span>
      </div>
      <ol className={css.knots}>
        {doc.knots.map((knot, number) => {
          const marks = marksOf(plan, number);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a knot is its place in the path
            <li key={number} className={classes(number === chosen && css.chosen)}>
              <div className={css.numbers} onFocusCapture={() => onChoose(number)}>
                <b className={css.order}>{number + 1}</b>
                {(["a", "b"] as const).map((angle) => (
                  <NumberField
                    key={angle}
                    label={`${w.knot(number + 1)}: ${angle === "a" ? w.fromTop : w.direction}`}
                    labelled="hidden"
                    value={knot[angle]}
                    unit="rad"
                    shown="deg"
                    digits={4}
                    min={-Math.PI}
                    max={Math.PI}
                    step={Math.PI / 180}
                    onChange={(value) => {
                      const move = (now: ProcedureDocument) => moveKnot(now, number, { ...knot, [angle]: value });
                      edit(w.steps.moveKnot(number + 1), move, `${angle} ${number}`);
                    }}
                    onCommit={() => store.getState().seal()}
                  />
                ))}
                <IconButton
                  icon={Trash2}
                  label={w.removeKnot(number + 1)}
                  onClick={() => edit(w.steps.removeKnot(number + 1), (now) => removeKnot(now, number))}
                />
              </div>
              {marks.map((mark) => (
                <p key={mark} className={css.mark}>
                  <Icon of={TriangleAlert} size={14} /> {mark}
                </p>
              ))}
            </li>
          );
        })}
      </ol>
      <Button icon={Plus} size="s" onClick={more}>
        {w.addKnot}
      </Button>
    </section>
  );
}
