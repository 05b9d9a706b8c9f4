/** Finding or starting the session that the address names. */

import { useCallback, useEffect, useState } from "react";
import type { SessionInfo } from "@/gen/messages";
import { api, LinkError } from "@/link/http";
import { openSession, startSession, useLive } from "@/link/live";
import { navigate, pathOf } from "@/shell/router";
import { saidBy } from "@/words";
import { operatorName } from "./operator";

export interface Opening {
  /** Why it failed, for people. */
  error: string;
  retry: () => void;
}

const alive = (session: SessionInfo): boolean => session.state !== "dead" && session.state !== "ended";

/** The path of a session, so that a reload finds it again. */
export function sessionPath(session: SessionInfo): string {
  const own = !session.exercise && session.panel === session.world && session.scheme === session.world;
  const place = pathOf("operate", session.exercise || session.world || "session");
  return `${place}?session=${encodeURIComponent(session.id)}${own ? "&robot=1" : ""}`;
}

let underWay: { key: string; work: Promise<SessionInfo> } | null = null;

async function find(name: string, query: URLSearchParams): Promise<SessionInfo> {
  const id = query.get("session");
  if (id) {
    try {
      return await api.get<SessionInfo>(`/api/sessions/${encodeURIComponent(id)}`);
    } catch (error) {
      // one that is gone is started anew; anything else is told
      if (!(error instanceof LinkError) || (error.status !== 404 && error.status !== 410)) throw error;
    }
  }
  const [variant, seed] = [query.get("variant") ?? "", query.get("seed")];
  const running = await api.get<SessionInfo[]>("/api/sessions");
  if (query.get("robot")) {
    // a robot of one's own: world, scheme and panel have its name
    const mine = running.findLast((one) => !one.exercise && one.world === name && one.scheme === name && alive(one));
    return mine ?? startSession({ world: name, scheme: name, panel: name, operator: operatorName() });
  }
  const same = running.findLast(
    (session) =>
      session.exercise === name && alive(session) && seed === null && (!variant || session.variant === variant),
  );
  if (same) return same;
  const wanted = seed === null || !/^\d+$/.test(seed) ? null : Number(seed);
  return startSession({ exercise: name, variant, seed: wanted, operator: operatorName() });
}

/** One search at a time, however often React begins anew. */
function search(name: string, query: URLSearchParams): Promise<SessionInfo> {
  const key = `${name}?${query}`;
  if (underWay?.key !== key) {
    const work = find(name, query).finally(() => {
      if (underWay?.work === work) underWay = null;
    });
    underWay = { key, work };
  }
  return underWay.work;
}

/** Opens the session of an exercise: the one in the address, one that runs already, or a new one. */
export function useOpening(name: string, query: URLSearchParams): Opening {
  const [error, setError] = useState("");
  const [attempt, setAttempt] = useState(0);
  const asked = String(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt searches anew
  useEffect(() => {
    const wanted = new URLSearchParams(asked);
    const id = useLive.getState().id;
    if (id && wanted.get("session") === id) return;
    let ended = false;
    setError("");
    search(name, wanted)
      .then((session) => {
        if (ended) return;
        openSession(session.id);
        const { exercise } = session;
        if (exercise) void api.post("/api/recent", { kind: "exercise", name: exercise }).catch(() => undefined);
        navigate(sessionPath(session), { replace: true });
      })
      .catch((problem: unknown) => {
        if (!ended) setError(saidBy(problem));
      });
    return () => {
      ended = true;
    };
  }, [name, asked, attempt]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { error, retry };
}
