import { ChevronDown, ChevronUp, CircleX, Info, TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import type { FaultMessage } from "@/gen/messages";
import { placeOf } from "@/model/scheme/faults";
import { EmptyState, ErrorBoundary, Icon, IconButton, Skeleton, Tabs } from "@/ui";
import { useWords } from "@/words";
import { useEditor, useScheme } from "../context";
import css from "./Problems.module.css";
import { RunLog } from "./RunLog";
import { Signals } from "./Signals";
import { useTicker } from "./useTicker";

type Tab = "problems" | "log" | "signals";

/** Props of {@link Problems}. */
export interface ProblemsProps {
  open: boolean;
  onOpen: (open: boolean) => void;
  /** Why the check itself failed. */
  failed: string;
}

/** What is wrong with the scheme, what happened while it ran, and its signals. */
export function Problems({ open, onOpen, failed }: ProblemsProps) {
  const w = useWords();
  const p = w.design.problems;
  const [tab, setTab] = useState<Tab>("problems");
  const faults = useScheme((state) => state.faults);
  const choose = (next: Tab) => {
    setTab(next);
    onOpen(true);
  };
  return (
    <section className={css.pane} aria-label={p.label} data-testid="problems">
      <Tabs
        label={p.label}
        value={tab}
        onChange={choose}
        className={css.tabs}
        tabs={[
          { value: "problems", label: p.problems, count: faults.errors + faults.warnings },
          { value: "log", label: p.log },
          { value: "signals", label: p.signals },
        ]}
        end={
          <>
            <Checked />
            <IconButton
              icon={open ? ChevronDown : ChevronUp}
              size="s"
              label={open ? p.close : p.open}
              onClick={() => onOpen(!open)}
              data-testid="problems-toggle"
            />
          </>
        }
      />
      {open && (
        <div className={css.body}>
          <ErrorBoundary of={p[tab]}>
            {tab === "problems" && <List failed={failed} />}
            {tab === "log" && <RunLog />}
            {tab === "signals" && <Signals />}
          </ErrorBoundary>
        </div>
      )}
    </section>
  );
}

/** "Checked 3 s ago · 8 blocks, 11 wires". */
function Checked() {
  const w = useWords();
  const p = w.design.problems;
  const check = useScheme((state) => state.check);
  const checking = useScheme((state) => state.checking);
  const [when, setWhen] = useState(0);
  useTicker(1000);
  useEffect(() => {
    if (check) setWhen(Date.now());
  }, [check]);
  if (!check) return <span className={css.checked}>{checking ? p.checking : p.unknown}</span>;
  const seconds = Math.max(0, Math.floor((Date.now() - when) / 1000));
  return (
    <span className={css.checked} data-testid="checked">
      {p.checked(p.ago(seconds), p.blocks(check.blocks), p.wires(check.wires))}
    </span>
  );
}

function List({ failed }: { failed: string }) {
  const w = useWords();
  const p = w.design.problems;
  const check = useScheme((state) => state.check);
  const checked = useScheme((state) => state.checked);
  const { store, actions } = useEditor();
  if (failed) return <EmptyState icon={CircleX} text={`${p.failed} ${failed}`} />;
  if (!check) return <Skeleton lines={3} height={18} className={css.waiting} />;
  const list = [
    ...check.faults.map((fault) => ({ fault, error: true })),
    ...check.warnings.map((fault) => ({ fault, error: false })),
  ];
  if (list.length === 0) return <p className={css.none}>{p.none}</p>;
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
      {list.map(({ fault, error }, index) => {
        const where = checked ? placeOf(fault, checked) : null;
        const name = [fault.level, where?.name].filter(Boolean).join(" › ") || p.whole;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two faults may say the same of the same place
          <li key={`${index} ${fault.place}`}>
            <button
              type="button"
              className={error ? `${css.row} ${css.error}` : css.row}
              onClick={() => go(fault)}
              data-testid="problem"
              title={p.goTo}
            >
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
          </li>
        );
      })}
    </ul>
  );
}
