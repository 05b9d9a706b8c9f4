import { Hammer, Play } from "lucide-react";
import type { TunnelDocument } from "@/gen/documents";
import { type Handle, handleAt } from "@/model/tunnel/edit";
import { navigate, pathOf } from "@/shell/router";
import { Button, ErrorBox, NumberField } from "@/ui";
import { useFormat, useWords, type Words } from "@/words";
import css from "./Tunnel.module.css";
import type { Edited } from "./useTunnel";

type ArmNumbers = { links: number; length: number; width: number };

/** The arm of a tunnel; lengths of its own for each link stay as they are, and only the longest is shown. */
function armOf(doc: TunnelDocument): ArmNumbers {
  const { links = 12, length = 0.1, width = 0.02 } = doc.arm ?? {};
  return { links, length: Array.isArray(length) ? Math.max(...length) : length, width };
}

/** The numbers of the arm. */
export function ArmSheet({ edited }: { edited: Edited }) {
  const w = useWords().tunnel;
  const { doc, edit } = edited;
  const arm = armOf(doc);
  const unequal = Array.isArray(doc.arm?.length);
  const seal = () => edited.store.getState().seal();
  const set = (label: string, change: Partial<ArmNumbers>, key: string) =>
    edit(w.steps.set(label), (now) => ({ ...now, arm: { ...now.arm, ...change } }), key);
  return (
    <section className={css.card} aria-label={w.arm}>
      <h2>{w.arm}</h2>
      <div className={css.pair}>
        {!unequal && (
          <>
            <NumberField
              label={w.links}
              value={arm.links}
              whole
              min={6}
              max={200}
              step={1}
              onChange={(links) => set(w.links, { links }, "links")}
              onCommit={seal}
            />
            <NumberField
              label={w.length}
              value={arm.length}
              unit="m"
              shown="mm"
              min={0.005}
              max={5}
              onChange={(length) => set(w.length, { length }, "length")}
              onCommit={seal}
            />
          </>
        )}
        <NumberField
          label={w.width}
          value={arm.width}
          unit="m"
          shown="mm"
          min={0}
          max={arm.length}
          onChange={(width) => set(w.width, { width }, "width")}
          onCommit={seal}
        />
      </div>
      {unequal && <p className={css.quiet}>{w.unequal}</p>}
    </section>
  );
}

/** A point of a wall or the target, as people are told of it. */
export function nameOf(handle: Handle, w: Words["tunnel"]): string {
  return handle.side === "target" ? w.target : w.pointSaid(w.sides[handle.side], handle.index + 1);
}

/** Whether the arm can pass, where not, and why. */
export function PlanCard({ edited, onChoose }: { edited: Edited; onChoose: (handle: Handle) => void }) {
  const w = useWords().tunnel;
  const format = useFormat();
  const { plan, planError } = edited;
  const mm = (value: number | null | undefined) => format.quantity(1000 * (value ?? 0), "mm", 1);
  return (
    <section className={css.card} aria-label={w.check} aria-live="polite">
      <h2>{w.check}</h2>
      {planError && <ErrorBox message={w.planFailed} detail={planError} />}
      {!plan && !planError && <p className={css.quiet}>{w.checking}</p>}
      {plan?.ok && (
        <p className={css.good} data-testid="tunnel-ok">
          {w.ok(format.quantity(plan.way ?? 0, "m", 2), mm(plan.bound), mm(plan.least))}
        </p>
      )}
      {plan && !plan.ok && (
        <ul className={css.faults} data-testid="tunnel-faults">
          {plan.faults.map((fault) => {
            const handle = handleAt(fault.place);
            const text = `${handle ? nameOf(handle, w) : fault.place}: ${fault.message}`;
            return (
              <li key={text}>
                {handle ? (
                  <button type="button" onClick={() => onChoose(handle)}>
                    {text}
                  </button>
                ) : (
                  text
                )}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

/** Robot, world, scheme and exercise of the tunnel. */
export function MakeCard({ edited }: { edited: Edited }) {
  const w = useWords().tunnel;
  const { plan, made, making, make } = edited;
  return (
    <section className={css.card} aria-label={w.make}>
      <h2>{w.make}</h2>
      <p className={css.quiet}>{w.makeText}</p>
      <Button
        icon={Hammer}
        variant="primary"
        busy={making}
        onClick={() => void make()}
        data-testid="make-world"
        {...(plan?.ok ? {} : { reason: w.notReady })}
      >
        {w.make}
      </Button>
      {made && (
        <div data-testid="made-world">
          <p className={css.quiet}>{w.made(made.files.length)}</p>
          <Button icon={Play} onClick={() => navigate(pathOf("operate", made.exercise))}>
            {w.tryIt}
          </Button>
        </div>
      )}
    </section>
  );
}
