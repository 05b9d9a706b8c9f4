import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import type { ProgramFrame } from "@/gen/documents";
import { frameAt, inserted, removed, shifted, targetKind } from "@/model/program/edit";
import { Button, ErrorBox, IconButton } from "@/ui";
import { said, useFormat, useLanguage, useWords } from "@/words";
import css from "./Program.module.css";
import type { Edited } from "./useProgram";

interface FramesProps {
  edited: Edited;
  chosen: number;
  onChoose: (frame: number) => void;
}

/** The frames of a program, one after the other. */
export function Frames({ edited, chosen, onChoose }: FramesProps) {
  const words = useWords();
  const w = words.program;
  const language = useLanguage();
  const format = useFormat();
  const { doc, edit, seen, plan } = edited;
  const refused = new Set((plan?.faults ?? []).map((fault) => frameAt(fault.place)));
  const target = (frame: ProgramFrame) => {
    const kind = targetKind(frame);
    if (kind === "none") return w.kinds.none;
    if (kind === "angles") return w.kinds.angles;
    return frame.point ? frame.point.map((value) => format.number(1000 * value, 0)).join(", ") : w.kinds.turn;
  };
  return (
    <section className={css.card} aria-label={w.frames}>
      <h2>{w.frames}</h2>
      <ol className={css.frames} data-testid="program-frames">
        {doc.frames.map((frame, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: frames have no other name
          <li key={index}>
            <button
              type="button"
              className={css.frame}
              aria-pressed={index === chosen}
              data-refused={refused.has(index)}
              data-unseen={seen !== null && index >= seen.frames.length}
              data-testid={`program-frame-${index}`}
              onClick={() => onChoose(index)}
            >
              <b>{index + 1}</b>
              <span>
                {said(frame.note ?? "", language) || target(frame)}
                <small>{frame.before?.length ? w.actionCount(frame.before.length) : ""}</small>
              </span>
            </button>
          </li>
        ))}
      </ol>
      <div className={css.row}>
        <Button
          icon={Plus}
          data-testid="program-add"
          onClick={() => {
            edit(w.steps.add, (now) => inserted(now, chosen, seen?.frames[chosen]));
            onChoose(chosen + 1);
          }}
        >
          {w.add}
        </Button>
        <IconButton
          icon={ArrowUp}
          label={w.earlier}
          onClick={() => {
            edit(w.steps.move, (now) => shifted(now, chosen, -1));
            onChoose(Math.max(chosen - 1, 0));
          }}
          {...(chosen > 0 ? {} : { reason: w.isFirst })}
        />
        <IconButton
          icon={ArrowDown}
          label={w.later}
          onClick={() => {
            edit(w.steps.move, (now) => shifted(now, chosen, 1));
            onChoose(Math.min(chosen + 1, doc.frames.length - 1));
          }}
          {...(chosen + 1 < doc.frames.length ? {} : { reason: w.isLast })}
        />
        <IconButton
          icon={Trash2}
          label={w.remove}
          data-testid="program-remove"
          onClick={() => {
            edit(w.steps.remove, (now) => removed(now, chosen));
            onChoose(Math.max(Math.min(chosen, doc.frames.length - 2), 0));
          }}
          {...(doc.frames.length > 1 ? {} : { reason: w.lastOne })}
        />
      </div>
    </section>
  );
}

/** What a look at the whole program has found. */
export function PlanCard({ edited, onChoose }: { edited: Edited; onChoose: (frame: number) => void }) {
  const w = useWords().program;
  const format = useFormat();
  const { plan, planError } = edited;
  return (
    <section className={css.card} aria-label={w.check} aria-live="polite">
      <h2>{w.check}</h2>
      {planError && <ErrorBox message={w.planFailed} detail={planError} />}
      {!plan && !planError && <p className={css.quiet}>{w.checking}</p>}
      {plan?.ok && (
        <p className={css.good} data-testid="program-ok">
          {w.ok(
            plan.frames.length,
            format.quantity(
              plan.frames.reduce((sum, frame) => sum + frame.length, 0),
              "m",
              2,
            ),
          )}
        </p>
      )}
      {plan && !plan.ok && (
        <ul className={css.faults} data-testid="program-faults">
          {plan.faults.map((fault) => (
            <li key={`${fault.place}: ${fault.message}`}>
              <button type="button" onClick={() => onChoose(Math.max(frameAt(fault.place), 0))}>
                {fault.message}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
