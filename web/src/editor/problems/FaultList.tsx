import { CircleX, Info, TriangleAlert, Wrench } from "lucide-react";
import { useMemo } from "react";
import type { FaultMessage } from "@/gen/messages";
import { placeOf } from "@/model/scheme/faults";
import { fixesOf } from "@/model/scheme/fixes";
import { Button, classes, EmptyState, Icon, Skeleton } from "@/ui";
import { useWords } from "@/words";
import { useEditor, useScheme } from "../context";
import { notRunnable, verbOf } from "../fixing";
import css from "./Problems.module.css";

/** Faults and warnings: a press goes there; where the remedy is plain, a button beside it does it. */
export function FaultList({ failed }: { failed: string }) {
  const w = useWords();
  const p = w.design.problems;
  const check = useScheme((state) => state.check);
  const checked = useScheme((state) => state.checked);
  const blocks = useScheme((state) => state.blocks);
  const { store, actions } = useEditor();
  const list = useMemo(() => {
    if (!check || !checked) return [];
    const state = { doc: checked, check, checked, blocks };
    const told = (error: boolean) => (fault: FaultMessage) => ({ fault, error, fixes: fixesOf(fault, state) });
    return [...check.faults.map(told(true)), ...check.warnings.map(told(false))];
  }, [check, checked, blocks]);
  if (failed) return <EmptyState icon={CircleX} text={`${p.failed} ${failed}`} />;
  if (!check || !checked) return <Skeleton lines={3} height={18} className={css.waiting} />;
  if (list.length === 0) {
    const why = notRunnable(check, w);
    return <p className={css.none}>{why ? p.nonePart(why) : p.none}</p>;
  }
  const go = (fault: FaultMessage) => {
    store.getState().reveal(fault);
    const { selection } = store.getState();
    actions.centreOn([
      ...selection.blocks.map((id) => `block:${id}`),
      ...selection.inputs.map((id) => `input:${id}`),
      ...selection.outputs.map((id) => `output:${id}`),
    ]);
  };
  return (
    <ul className={css.list}>
      {list.map(({ fault, error, fixes }, index) => {
        const name = [fault.level, placeOf(fault, checked).name].filter(Boolean).join(" › ") || p.whole;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two faults may say the same of the same place
          <li key={`${index} ${fault.place}`} className={classes(css.problem, error && css.error)}>
            <button type="button" className={css.row} onClick={() => go(fault)} data-testid="problem" title={p.goTo}>
              <Icon
                of={error ? CircleX : fault.code === "unwired" ? Info : TriangleAlert}
                size={16}
                strokeWidth={2}
                className={error ? css.bad : css.warn}
              />
              <span className="only-read">{error ? p.error : p.warning}</span>
              <b className={css.name}>{name}</b>
              <span className={css.message}>{fault.message}</span>
            </button>
            {fixes.length > 0 && (
              <span className={css.fixes}>
                {fixes.map((fix, rank) => (
                  <Button
                    key={`${fix.verb} ${fix.name}`}
                    size="s"
                    {...(rank === 0 ? { icon: Wrench } : { variant: "quiet" as const })}
                    onClick={() => actions.remedy(fault, fix)}
                    aria-label={`${verbOf(fix, w, actions.title)}: ${name}`}
                    data-testid={`fix-${fix.verb}`}
                  >
                    {verbOf(fix, w, actions.title)}
                  </Button>
                ))}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
