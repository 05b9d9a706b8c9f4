import { Check, CircleCheck, CircleX, FlaskConical, Play, TriangleAlert, X } from "lucide-react";
import { useState } from "react";
import { startSession } from "@/link/live";
import { notRehearsable, notRunnable, type Why } from "@/model/procedure/gate";
import { toShown } from "@/model/quantity";
import { navigate, pathOf } from "@/shell/router";
import { Button, ErrorBox, Icon, type IconType, Progress, showToast } from "@/ui";
import { saidBy, useFormat, useWords, type Words } from "@/words";
import { ForcePlot } from "./ForcePlot";
import css from "./Procedure.module.css";
import type { Edited } from "./useProcedure";

function wordsOf(why: Why, w: Words["procedure"]): string {
  if (!why) return "";
  return "said" in why ? why.said : w[why.key];
}

function Note({ tone, icon, children }: { tone: "ok" | "bad" | "warn"; icon: IconType; children: React.ReactNode }) {
  return (
    <p className={css.note} data-tone={tone}>
      <Icon of={icon} size={15} /> <span>{children}</span>
    </p>
  );
}

const SHOWN: Record<string, { unit: string; shown: string; decimals: number }> = {
  force_error: { unit: "1", shown: "%", decimals: 1 },
  max_force: { unit: "N", shown: "N", decimals: 1 },
  max_speed: { unit: "m/s", shown: "mm/s", decimals: 0 },
  max_joint_speed: { unit: "rad/s", shown: "rad/s", decimals: 2 },
  joint_margin: { unit: "rad", shown: "deg", decimals: 1 },
  stop_clear: { unit: "s", shown: "s", decimals: 2 },
  time: { unit: "s", shown: "s", decimals: 1 },
};

function Figures({ measured }: { measured: Readonly<Record<string, number | boolean | null>> }) {
  const w = useWords().procedure;
  const format = useFormat();
  const names = Object.keys(w.figures) as (keyof typeof w.figures)[];
  return (
    <dl className={css.figures}>
      {names.map((name) => {
        const value = measured[name];
        const how = SHOWN[name];
        if (value === undefined || !how) return null;
        return (
          <div key={name}>
            <dt>{w.figures[name]}</dt>
            <dd className="num">
              {typeof value === "number"
                ? format.quantity(toShown(value, how.unit, how.shown), how.shown, how.decimals)
                : w.never}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Check, rehearse, run: each opens the next. */
export function Steps({ edited }: { edited: Edited }) {
  const w = useWords().procedure;
  const format = useFormat();
  const { plan, planError, state, job, dirty, name } = edited;
  const [opening, setOpening] = useState(false);
  const standing = { dirty, plan, planFailed: planError !== "", state, rehearsing: job !== null };
  const [noRehearsal, noRun] = [notRehearsable(standing), notRunnable(standing)];
  const run = async () => {
    setOpening(true);
    try {
      const session = await startSession({ procedure: name });
      navigate(`${pathOf("operate", session.world)}?session=${encodeURIComponent(session.id)}`);
    } catch (error) {
      showToast({ kind: "error", title: saidBy(error) });
    } finally {
      setOpening(false);
    }
  };
  return (
    <section className={css.steps} aria-label={w.title}>
      <div className={css.step}>
        <h2>
          <b>1</b> {w.check}
        </h2>
        <p className={css.quiet}>{w.checkText}</p>
        {!plan && !planError && <p className={css.quiet}>{w.checking}</p>}
        {planError && <ErrorBox message={w.planFailed} detail={planError} onRetry={edited.checkNow} />}
        {plan?.ok && (
          <Note tone="ok" icon={Check}>
            {w.checkOk(format.quantity(1000 * plan.length, "mm", 0), format.quantity(plan.duration, "s", 1))}
          </Note>
        )}
        {plan?.faults.map((fault) => (
          <Note key={`${fault.place} ${fault.message}`} tone="bad" icon={CircleX}>
            {[fault.place, fault.message].filter(Boolean).join(": ")}
          </Note>
        ))}
        {plan && plan.marks.length > 0 && (
          <Note tone="bad" icon={TriangleAlert}>
            {w.marks}
          </Note>
        )}
      </div>
      <div className={css.step}>
        <h2>
          <b>2</b> {w.rehearse}
        </h2>
        <p className={css.quiet}>{w.rehearseText}</p>
        {job ? (
          <div className={css.working}>
            <Progress label={w.rehearsing} {...(job.progress === null ? {} : { share: job.progress })} />
            <Button size="s" icon={X} onClick={edited.cancel}>
              {w.cancel}
            </Button>
          </div>
        ) : (
          <Button
            icon={FlaskConical}
            variant={noRun ? "primary" : "default"}
            onClick={() => void edited.rehearse()}
            data-testid="rehearse"
            {...(noRehearsal ? { reason: wordsOf(noRehearsal, w) } : {})}
          >
            {w.rehearse}
          </Button>
        )}
        {state?.rehearsed && !job && (
          <div data-testid="rehearsal" data-passed={state.passed}>
            {(dirty || (state.problem && state.passed)) && (
              <Note tone="warn" icon={TriangleAlert}>
                {w.stale}
              </Note>
            )}
            <Note tone={state.passed ? "ok" : "bad"} icon={state.passed ? CircleCheck : CircleX}>
              {state.passed ? w.passed : w.failed}
            </Note>
            {state.faults.map((fault) => (
              <Note key={fault} tone="bad" icon={CircleX}>
                {fault}
              </Note>
            ))}
            <ForcePlot trace={state.trace} />
            <Figures measured={state.measured} />
          </div>
        )}
        {state && !state.rehearsed && !job && <p className={css.quiet}>{w.notRehearsed}</p>}
      </div>
      <div className={css.step}>
        <h2>
          <b>3</b> {w.run}
        </h2>
        <p className={css.quiet}>{w.runText}</p>
        <Button
          icon={Play}
          variant="primary"
          busy={opening}
          onClick={() => void run()}
          data-testid="run-on-robot"
          {...(noRun ? { reason: wordsOf(noRun, w) } : {})}
        >
          {w.run}
        </Button>
        <p className={css.quiet} data-testid="run-reason" role="status">
          {noRun ? wordsOf(noRun, w) : w.runReady}
        </p>
      </div>
    </section>
  );
}
