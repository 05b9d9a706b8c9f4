import { ChevronDown, ChevronUp } from "lucide-react";
import { useEffect, useState } from "react";
import { ErrorBoundary, IconButton, Tabs } from "@/ui";
import { useWords } from "@/words";
import { useScheme } from "../context";
import { FaultList } from "./FaultList";
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
            {tab === "problems" && <FaultList failed={failed} />}
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
  const current = useScheme((state) => state.doc === state.checked);
  const [when, setWhen] = useState(0);
  useTicker(1000);
  useEffect(() => {
    if (check) setWhen(Date.now());
  }, [check]);
  if (!check) return <span className={css.checked}>{checking ? p.checking : p.unknown}</span>;
  const seconds = Math.max(0, Math.floor((Date.now() - when) / 1000));
  return (
    <span className={css.checked} data-testid="checked" data-current={current}>
      {p.checked(p.ago(seconds), p.blocks(check.blocks), p.wires(check.wires))}
    </span>
  );
}
