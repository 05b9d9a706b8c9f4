import { LockOpen, OctagonX, Play } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { useLive } from "@/link/live";
import { startRobot } from "@/link/starting";
import { releaseRobot, stopRobot } from "@/link/stopping";
import { useStops } from "@/link/stops";
import { type KeyScope, useKeys } from "@/shell/keys";
import { useRoute } from "@/shell/router";
import { useTopBarItem } from "@/shell/topbar";
import { Button, isString, kept, showToast } from "@/ui";
import { useWords, words } from "@/words";
import css from "./StopKey.module.css";

const scope: KeyScope = {
  title: "",
  list: [
    {
      action: "stop",
      when: () => useLive.getState().session?.state === "running",
      run: () => void stopRobot(),
    },
  ],
};

const operator = (): string => kept("operator", "", isString).trim() || words().operate.who.default;

/** Release the stop; what is in the way is said. Returns whether it is released. */
async function release(): Promise<boolean> {
  const w = words().operate;
  const problem = await releaseRobot(operator());
  if (problem) showToast({ id: "release", kind: "error", title: problem });
  else if (problem === "") showToast({ id: "stop", kind: "info", title: w.stop.released });
  return problem === "";
}

async function start(): Promise<void> {
  const problem = await startRobot(operator());
  if (problem) showToast({ id: "release", kind: "error", title: problem });
}

/**
 * While a robot runs, Space stops it on every screen, and screens without a Stop of their own show one in the top bar.
 * Once somebody has stopped it, the way back stands in the same place: release, then start; a robot that is stopped for
 * want of an operator is started again. Keys of screens that have more to do
 * at a stop come first.
 */
export default function StopKey() {
  const w = useWords();
  const { screen, rest } = useRoute();
  const scheme = useLive((live) => live.session?.scheme ?? "");
  const state = useLive((live) => live.session?.state ?? "");
  const link = useLive((live) => live.link);
  const stops = useStops();
  const stopped = stops.pressed && (state === "running" || state === "ready");
  const [released, setReleased] = useState(false);
  // the panel has all of this where there is one
  const panel = screen === "operate" || screen === "console";
  useEffect(() => {
    if (stopped || state !== "ready" || panel) setReleased(false);
  }, [stopped, state, panel]);
  // so has the toolbar over the scheme that runs
  const own = panel || (screen === "design" && scheme !== "" && rest[0] === scheme);
  const shown: "stop" | "release" | "start" | "" =
    link !== "open" || own
      ? ""
      : stopped
        ? "release"
        : stops.absent && state === "running"
          ? "start"
          : state === "running"
            ? "stop"
            : state === "ready" && released
              ? "start"
              : "";
  const item = useMemo((): ReactNode => {
    if (shown === "stop") {
      return (
        <Button
          variant="danger"
          size="s"
          icon={OctagonX}
          className={css.same}
          onClick={() => void stopRobot()}
          data-stop=""
          data-testid="bar-stop"
        >
          {w.common.stop}
        </Button>
      );
    }
    if (shown === "release") {
      return (
        <>
          <span className="only-read" role="status" aria-live="assertive">
            {w.operate.stop.stopped}
          </span>
          <Button
            size="s"
            icon={LockOpen}
            className={css.same}
            title={w.operate.stop.releaseHint}
            onClick={() => void release().then((done) => done && setReleased(true))}
            data-testid="bar-release"
          >
            {w.operate.stop.release}
          </Button>
        </>
      );
    }
    if (shown !== "start") return null;
    return (
      <Button
        variant="primary"
        size="s"
        icon={Play}
        className={css.same}
        onClick={() => void start()}
        data-testid="bar-start"
      >
        {w.operate.start}
      </Button>
    );
  }, [shown, w]);
  useTopBarItem("stop", item, -10);
  useEffect(() => {
    useKeys.setState(({ scopes }) => ({ scopes: [scope, ...scopes] }));
    return () => useKeys.setState(({ scopes }) => ({ scopes: scopes.filter((other) => other !== scope) }));
  }, []);
  return null;
}
