import { Plus, Trash2 } from "lucide-react";
import { DEFAULT_LIMITS, DEFAULT_RETRACT } from "@/gen/defaults";
import type { ForcePoint } from "@/gen/documents";
import { addForce, mostInserted, removeForce, setForce } from "@/model/procedure/edit";
import { Button, classes, IconButton, NumberField, type NumberFieldProps } from "@/ui";
import { useFormat, useWords } from "@/words";
import css from "./Procedure.module.css";
import type { Edited } from "./useProcedure";

type NumberRange = Pick<NumberFieldProps, "unit" | "shown" | "min" | "max" | "step">;

/** Speed, inserted knots, and what theory expects of them. */
export function Motion({ edited }: { edited: Edited }) {
  const w = useWords().procedure;
  const format = useFormat();
  const { doc, plan, planError, seen, edit } = edited;
  const seal = () => edited.store.getState().seal();
  const inserted = doc.inserted ?? 0;
  const expected = seen?.choices.find((choice) => choice.inserted === inserted) ?? seen?.expected ?? null;
  const most = Math.max(...(seen?.choices ?? []).map((choice) => choice.force_error), 1e-9);
  const insert = (count: number, key?: string) =>
    edit(w.steps.set(w.inserted), (now) => ({ ...now, inserted: count }), key);
  return (
    <section className={css.card} aria-label={w.theory}>
      <div className={css.pair}>
        <NumberField
          label={w.speed}
          value={doc.speed}
          unit="m/s"
          shown="mm/s"
          min={0.005}
          max={doc.limits?.speed ?? DEFAULT_LIMITS.speed}
          onChange={(speed) => edit(w.steps.set(w.speed), (now) => ({ ...now, speed }), "speed")}
          onCommit={seal}
        />
        <NumberField
          label={w.inserted}
          value={inserted}
          whole
          min={0}
          max={mostInserted(doc.knots.length)}
          step={1}
          onChange={(value) => insert(value, "inserted")}
          onCommit={seal}
        />
      </div>
      <h3>{w.theory}</h3>
      <p className={css.quiet} data-testid="theory">
        {expected
          ? w.theoryText(
              format.quantity(1000 * expected.deviation, "mm", 2),
              format.quantity(expected.force_error, "N", 1),
            )
          : planError
            ? w.planFailed
            : plan
              ? w.faults
              : w.checking}
      </p>
      {typeof expected?.law_error === "number" && (
        <p className={css.quiet} data-testid="theory-law">
          {w.theoryLaw(
            format.quantity(expected.law_error, "N", 2),
            format.percent(expected.law_error / Math.max(...doc.force.map((point) => point.force), 1e-9), 1),
          )}
        </p>
      )}
      <div className={css.bars} role="group" aria-label={w.theoryBars}>
        {(seen?.choices ?? []).map((choice) => (
          <button
            key={choice.inserted}
            type="button"
            aria-pressed={choice.inserted === inserted}
            aria-label={w.theoryOf(choice.inserted, format.quantity(choice.force_error, "N", 1))}
            title={w.theoryOf(choice.inserted, format.quantity(choice.force_error, "N", 1))}
            onClick={() => insert(choice.inserted)}
          >
            <i style={{ height: `${Math.max(3, (100 * choice.force_error) / most)}%` }} />
            <span className="num">{choice.inserted}</span>
          </button>
        ))}
      </div>
      {seen && seen.choices.length > 0 && (
        <p className={css.caption} aria-hidden="true">
          {w.theoryBars}
        </p>
      )}
    </section>
  );
}

/** The wanted force along the path. */
export function Force({ edited }: { edited: Edited }) {
  const w = useWords().procedure;
  const { doc, edit } = edited;
  const seal = () => edited.store.getState().seal();
  const set = (number: number, part: Partial<ForcePoint>) =>
    edit(w.steps.setForce(number + 1), (now) => setForce(now, number, part), `${Object.keys(part)[0]} ${number}`);
  const limit = doc.limits?.force ?? DEFAULT_LIMITS.force;
  const most = Math.max(limit, ...doc.force.map((point) => point.force));
  const x = (share: number) => 4 + 192 * share;
  const y = (force: number) => 46 - (40 * force) / most;
  const [first, last] = [doc.force[0], doc.force.at(-1)];
  const line = [
    first && `${x(0)},${y(first.force)}`,
    ...doc.force.map((point) => `${x(point.at)},${y(point.force)}`),
    last && `${x(1)},${y(last.force)}`,
  ];
  return (
    <section className={css.card} aria-label={w.force}>
      <h2>{w.force}</h2>
      <svg viewBox="0 0 200 50" className={css.profile} aria-hidden="true">
        <path d="M4 46H196" />
        <polyline points={line.filter(Boolean).join(" ")} />
        {doc.force.map((point) => (
          <circle key={point.at} cx={x(point.at)} cy={y(point.force)} r={2.5} />
        ))}
      </svg>
      <div className={classes(css.numbers, css.heads)} aria-hidden="true">
        <span />
        <span>{w.forceAt}</span>
        <span>{w.forceOf}</span>
      </div>
      <ol className={css.knots}>
        {doc.force.map((point, number) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: points have no other name than their order
          <li key={number}>
            <div className={css.numbers}>
              <b className={css.order}>{number + 1}</b>
              <NumberField
                label={`${w.forceAt} ${number + 1}`}
                labelled="hidden"
                value={point.at}
                unit="1"
                shown="%"
                min={0}
                max={1}
                digits={4}
                onChange={(at) => set(number, { at })}
                onCommit={seal}
              />
              <NumberField
                label={`${w.forceOf} ${number + 1}`}
                labelled="hidden"
                value={point.force}
                unit="N"
                min={0.5}
                max={limit}
                digits={4}
                onChange={(force) => set(number, { force })}
                onCommit={seal}
              />
              <IconButton
                icon={Trash2}
                label={w.removeForce(number + 1)}
                onClick={() => edit(w.steps.removeForce(number + 1), (now) => removeForce(now, number))}
              />
            </div>
          </li>
        ))}
      </ol>
      <Button icon={Plus} size="s" onClick={() => edit(w.steps.addForce, addForce)}>
        {w.addForce}
      </Button>
    </section>
  );
}

/** What must be kept to. */
export function Limits({ edited }: { edited: Edited }) {
  const w = useWords().procedure;
  const { doc, edit, store } = edited;
  const values = { limits: { ...DEFAULT_LIMITS, ...doc.limits }, retract: { ...DEFAULT_RETRACT, ...doc.retract } };
  const field = <P extends keyof typeof values>(
    label: string,
    part: P,
    key: keyof (typeof values)[P] & string,
    range: NumberRange,
  ) => ({
    label,
    ...range,
    value: values[part][key] as number,
    onChange: (value: number) =>
      edit(w.steps.set(label), (now) => ({ ...now, [part]: { ...now[part], [key]: value } }), `${part} ${key}`),
    onCommit: () => store.getState().seal(),
  });
  return (
    <section className={css.card} aria-label={w.limits}>
      <h2>{w.limits}</h2>
      <div className={css.pair}>
        <NumberField {...field(w.mostForce, "limits", "force", { unit: "N", min: 1, max: 100 })} />
        <NumberField
          {...field(w.mostError, "limits", "error", { unit: "1", shown: "%", min: 0.001, max: 10, step: 0.01 })}
        />
        <NumberField {...field(w.mostSpeed, "limits", "speed", { unit: "m/s", shown: "mm/s", min: 0.005, max: 1 })} />
        <NumberField {...field(w.mostJoint, "limits", "joint_speed", { unit: "rad/s", min: 0.05, max: 10 })} />
        <NumberField {...field(w.retractTime, "retract", "time", { unit: "s", min: 0.05, max: 5 })} />
        <NumberField
          {...field(w.retractBy, "retract", "distance", { unit: "m", shown: "mm", min: 0.001, max: 0.05 })}
        />
      </div>
    </section>
  );
}
