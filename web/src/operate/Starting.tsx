import { RotateCw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { LinkError } from "@/link/http";
import { closeSession, restartSession, useLive } from "@/link/live";
import { leftNow, roundedLeft } from "@/model/left";
import { navigate, pathOf } from "@/shell/router";
import { Button, ErrorBox, Progress, showToast } from "@/ui";
import { saidBy, useFormat, useWords } from "@/words";
import css from "./Starting.module.css";

/** How long it will still take, as far as can be told: null if it cannot. */
function useLeft(now: number): number | null {
  const left = useLive((live) => live.session?.left ?? null);
  // every word of the session counts anew, even if it tells the same time
  const said = useLive((live) => live.session?.reason ?? "");
  const told = useRef({ said: "", left: 0, at: 0 });
  if (left === null) return null;
  if (told.current.said !== said || told.current.left !== left) told.current = { said, left, at: performance.now() };
  return leftNow(told.current, now);
}

/** What is being done until the session is open, and how long that will still take. */
export function Starting() {
  const w = useWords();
  const format = useFormat();
  const state = useLive((live) => live.session?.state ?? "starting");
  const reason = useLive((live) => live.session?.reason ?? "");
  const share = useLive((live) => live.session?.share ?? null);
  const [since] = useState(() => performance.now());
  const [now, setNow] = useState(since);
  const left = useLeft(now);
  useEffect(() => {
    const timer = window.setInterval(() => setNow(performance.now()), 250);
    return () => window.clearInterval(timer);
  }, []);
  const label = state === "starting" ? w.operate.opening.starting : w.operate.opening.compiling;
  const rest = roundedLeft(left ?? 0);
  const detail =
    left === null
      ? w.operate.opening.elapsed(format.clock(Math.max(0, now - since) / 1000, 0))
      : left === 0
        ? w.operate.opening.almost
        : w.operate.opening.left(rest < 60 ? format.quantity(rest, "s", 0) : format.duration(rest));
  return (
    <div className={css.starting} data-testid="starting">
      <span className="only-read" role="status">
        {label}
      </span>
      <Progress
        label={label}
        detail={<span data-testid="time-left">{detail}</span>}
        {...(share === null ? {} : { share })}
      />
      <p>
        {reason && <b>{`${reason.charAt(0).toLocaleUpperCase()}${reason.slice(1)}.`}</b>} {w.operate.opening.note}
      </p>
    </div>
  );
}

/** A session that is no more: why, and how to begin again. */
export function Dead() {
  const w = useWords();
  const session = useLive((live) => live.session);
  const [busy, setBusy] = useState(false);
  if (!session) return null;
  const restart = async () => {
    setBusy(true);
    try {
      await restartSession();
    } catch (error) {
      if (error instanceof LinkError && error.status === 404 && session.exercise) {
        closeSession();
        navigate(`${pathOf("operate", session.exercise)}?variant=${encodeURIComponent(session.variant)}`);
        return;
      }
      showToast({ kind: "error", title: saidBy(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={css.dead} data-testid="dead">
      <ErrorBox
        message={session.state === "dead" ? w.operate.dead.title : w.operate.dead.ended}
        detail={`${session.reason.charAt(0).toUpperCase()}${session.reason.slice(1)} ${session.records.length > 0 || session.state === "dead" ? w.operate.dead.kept : ""}`.trim()}
        action={
          <>
            <Button variant="primary" icon={RotateCw} busy={busy} onClick={() => void restart()} data-testid="restart">
              {w.operate.dead.restart}
            </Button>
            <Button onClick={() => navigate(pathOf("operate"))}>{w.operate.opening.otherwise}</Button>
          </>
        }
      />
    </div>
  );
}
