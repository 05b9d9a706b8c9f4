import { Plus, Trash2 } from "lucide-react";
import { DEFAULT_LIMITS, DEFAULT_RETRACT } from "@/gen/defaults";
import type { LimitsDocument, RetractDocument } from "@/gen/documents";
import { addForce, mostInserted, removeForce, setForce } from "@/model/procedure/edit";
import { Button, classes, IconButton, NumberField } from "@/ui";
import { useFormat, useWords } from "@/words";
import css from "./Procedure.module.css";
import type { Edited } from "./useProcedure";

/** Speed, inserted knots, and what theory expects of them. */
export function Motion({ edited }: { edited: Edited }) {
  const w = useWords().procedure;
  const format = useFormat();
  const { doc, plan, planError, seen, change } = edited;
  const inserted = doc.inserted ?? 0;
  const expected = seen?.choices.find((choice) => choice.inserted === inserted) ?? seen?.expected ?? null;
  const most = Math.max(...(seen?.choices ?? []).map((choice) => choice.force_error), 1e-9);
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
          onChange={(speed) => change((now) => ({ ...now, speed }), "speed")}
        />
        <NumberField
          label={w.inserted}
          value={inserted}
          whole
          min={0}
          max={mostInserted(doc.knots.length)}
          step={1}
          onChange={(value) => change((now) => ({ ...now, inserted: value }), "inserted")}
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
            onClick={() => change((now) => ({ ...now, inserted: choice.inserted }))}
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
  const { doc, change } = edited;
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
                onChange={(at) => change((now) => setForce(now, number, { at }), `at ${number}`)}
              />
              <NumberField
                label={`${w.forceOf} ${number + 1}`}
                labelled="hidden"
                value={point.force}
                unit="N"
                min={0.5}
                max={limit}
                digits={4}
                onChange={(force) => change((now) => setForce(now, number, { force }), `force ${number}`)}
              />
              <IconButton
                icon={Trash2}
                label={w.removeForce(number + 1)}
                onClick={() => change((now) => removeForce(now, number))}
              />
            </div>
          </li>
        ))}
      </ol>
      <Button icon={Plus} size="s" onClick={() => change(addForce)}>
        {w.addForce}
      </Button>
    </section>
  );
}

/** What must be kept to. */
export function Limits({ edited }: { edited: Edited }) {
  const w = useWords().procedure;
  const { doc, change } = edited;
  const limits = { ...DEFAULT_LIMITS, ...doc.limits };
  const retract = { ...DEFAULT_RETRACT, ...doc.retract };
  const limit = (part: Partial<LimitsDocument>) =>
    change((now) => ({ ...now, limits: { ...now.limits, ...part } }), `limit ${Object.keys(part)[0]}`);
  const draw = (part: Partial<RetractDocument>) =>
    change((now) => ({ ...now, retract: { ...now.retract, ...part } }), `retract ${Object.keys(part)[0]}`);
  return (
    <section className={css.card} aria-label={w.limits}>
      <h2>{w.limits}</h2>
      <div className={css.pair}>
        <NumberField
          label={w.mostForce}
          value={limits.force}
          unit="N"
          min={1}
          max={100}
          onChange={(force) => limit({ force })}
        />
        <NumberField
          label={w.mostError}
          value={limits.error}
          unit="1"
          shown="%"
          min={0.001}
          max={10}
          step={0.01}
          onChange={(error) => limit({ error })}
        />
        <NumberField
          label={w.mostSpeed}
          value={limits.speed}
          unit="m/s"
          shown="mm/s"
          min={0.005}
          max={1}
          onChange={(speed) => limit({ speed })}
        />
        <NumberField
          label={w.mostJoint}
          value={limits.joint_speed}
          unit="rad/s"
          min={0.05}
          max={10}
          onChange={(joint) => limit({ joint_speed: joint })}
        />
        <NumberField
          label={w.retractTime}
          value={retract.time}
          unit="s"
          min={0.05}
          max={5}
          onChange={(time) => draw({ time })}
        />
        <NumberField
          label={w.retractBy}
          value={retract.distance}
          unit="m"
          shown="mm"
          min={0.001}
          max={0.05}
          onChange={(distance) => draw({ distance })}
        />
      </div>
    </section>
  );
}
