import { ChartColumn, Play, Rows3, Square, Trash2 } from "lucide-react";
import { useCallback, useState } from "react";
import type { SweepInfo } from "@/gen/messages";
import { api } from "@/link/http";
import { ALL, type Wanted } from "@/model/sweeps/runs";
import { actionOf, isLive, LIVE, QUIET } from "@/model/sweeps/watching";
import { navigate, pathOf } from "@/shell/router";
import { Button, ErrorBox, Skeleton, showToast, Tabs } from "@/ui";
import { saidBy, useWords, words } from "@/words";
import { Advance } from "./Advance";
import { sweepPath } from "./paths";
import { RemoveDialog } from "./RemoveDialog";
import { RunTable } from "./RunTable";
import { StateChip } from "./StateChip";
import { Summary } from "./Summary";
import css from "./Sweeps.module.css";
import { usePolled } from "./usePolled";

/** One sweep: how far it is, what its runs say, and the runs. */
export function SweepView({ name }: { name: string }) {
  const w = useWords().sweeps;
  const ask = useCallback(() => api.get<SweepInfo>(sweepPath(name)), [name]);
  const info = usePolled(ask, (now) => (now && isLive(now.entry.state) ? LIVE : QUIET));
  const [busy, setBusy] = useState(false);
  const [removing, setRemoving] = useState(false);
  const [wanted, setWanted] = useState<Wanted>(ALL);
  const [tab, setTab] = useState<"summary" | "runs">("summary");
  const showCause = (cause: string) => {
    setWanted({ ...ALL, outcome: "failed", cause });
    setTab("runs");
  };
  const entry = info.value?.entry;
  const act = async (what: "start" | "stop") => {
    setBusy(true);
    try {
      await api.post<SweepInfo>(`${sweepPath(name)}/${what}`);
    } catch (error) {
      const s = words().sweeps;
      showToast({
        id: "sweep",
        kind: "error",
        title: what === "start" ? s.startFailed : s.stopFailed,
        text: saidBy(error),
      });
    }
    setBusy(false);
    info.refresh();
  };
  if (!entry) {
    return info.error ? (
      <ErrorBox
        message={w.sweepFailed}
        detail={info.error}
        onRetry={info.refresh}
        action={<Button onClick={() => navigate(pathOf("sweeps"))}>{w.all}</Button>}
        className={css.centre}
      />
    ) : (
      <Skeleton lines={6} className={css.page} />
    );
  }
  const action = actionOf(entry);
  return (
    <div className={css.page} data-testid="sweep">
      <header className={css.head}>
        <div>
          <h1>{name}</h1>
          <p className={css.quiet}>
            {[entry.exercise, entry.variant, entry.pilot]
              .filter((text, at, all) => text && all.indexOf(text) === at)
              .join(" · ")}
          </p>
        </div>
        <StateChip state={entry.state} />
        <span className={css.push} />
        {action === "stop" && (
          <Button
            icon={Square}
            busy={busy}
            title={w.stopHint}
            onClick={() => void act("stop")}
            data-testid="stop-sweep"
          >
            {w.stop}
          </Button>
        )}
        {(action === "start" || action === "goOn") && (
          <Button variant="primary" icon={Play} busy={busy} onClick={() => void act("start")} data-testid="go-on">
            {w[action]}
          </Button>
        )}
        <Button
          icon={Trash2}
          reason={isLive(entry.state) ? w.stopFirst : undefined}
          onClick={() => setRemoving(true)}
          data-testid="remove-sweep"
        >
          {w.remove}
        </Button>
      </header>
      <Advance entry={entry} />
      <Tabs
        label={name}
        value={tab}
        tabs={[
          { value: "summary", label: w.summary, icon: ChartColumn },
          { value: "runs", label: w.table, icon: Rows3, count: entry.success.runs },
        ]}
        onChange={setTab}
        className={css.tabs}
      >
        {tab === "summary" ? (
          <Summary name={name} done={entry.success.runs} onCause={showCause} />
        ) : (
          <RunTable name={name} done={entry.success.runs} vary={entry.vary} wanted={wanted} onChange={setWanted} />
        )}
      </Tabs>
      <RemoveDialog entry={removing ? entry : null} onClose={() => setRemoving(false)} />
    </div>
  );
}
