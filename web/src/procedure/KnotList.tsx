import { Plus, Trash2, TriangleAlert } from "lucide-react";
import { addKnot, moveKnot, nextKnot, removeKnot } from "@/model/procedure/edit";
import { Button, classes, Icon, IconButton, NumberField } from "@/ui";
import { useWords } from "@/words";
import css from "./Procedure.module.css";
import { marksOf, type SurfaceMapProps } from "./SurfaceMap";

/** The knots as numbers, with what stands against each. */
export function KnotList({ edited, chosen, onChoose }: SurfaceMapProps) {
  const w = useWords().procedure;
  const { doc, plan, change } = edited;
  const more = () => {
    change((now) => addKnot(now, nextKnot(now.knots), now.knots.length - 1));
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
                <NumberField
                  label={`${w.knot(number + 1)}: ${w.fromTop}`}
                  labelled="hidden"
                  value={knot.a}
                  unit="rad"
                  shown="deg"
                  digits={4}
                  min={-Math.PI}
                  max={Math.PI}
                  step={Math.PI / 180}
                  onChange={(a) => change((now) => moveKnot(now, number, { ...knot, a }), `a ${number}`)}
                />
                <NumberField
                  label={`${w.knot(number + 1)}: ${w.direction}`}
                  labelled="hidden"
                  value={knot.b}
                  unit="rad"
                  shown="deg"
                  digits={4}
                  min={-Math.PI}
                  max={Math.PI}
                  step={Math.PI / 180}
                  onChange={(b) => change((now) => moveKnot(now, number, { ...knot, b }), `b ${number}`)}
                />
                <IconButton
                  icon={Trash2}
                  label={w.removeKnot(number + 1)}
                  onClick={() => change((now) => removeKnot(now, number))}
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
