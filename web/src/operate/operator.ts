/** Who operates: this page takes the panel when it is free, and asks before it takes it from somebody. */

import { useEffect, useRef, useState } from "react";
import { pilotDrives, takePanel, useLive } from "@/link/live";
import { mixer } from "@/panel";
import { isString, keep, kept } from "@/ui";
import { words } from "@/words";

const PLACE = "operator";

export function operatorName(): string {
  return kept(PLACE, "", isString).trim() || words().operate.who.default;
}

export function keepOperatorName(name: string): void {
  keep(PLACE, name.trim());
}

/** Take the panel; `force` takes it from whoever has it. Returns why not, or nothing. */
export async function take(force = false): Promise<string> {
  const answer = await takePanel(operatorName(), force);
  return answer.ok ? "" : answer.error;
}

/** Frames quicker than this [ms] show that the page has finished loading... */
const QUICK = 120;
/** ...or that it has had this long [ms]. */
const PATIENCE = 5000;

/**
 * Whether the page is done with the heavy work of loading the scene. An operator's page that stalls for a quarter of a
 * second counts as lost, so it takes the panel only after that.
 */
export function useSettled(loaded: boolean): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    if (settled) return;
    let quick = 0;
    let last = performance.now();
    let frame = 0;
    const look = (now: number) => {
      quick = now - last < QUICK ? quick + 1 : 0;
      last = now;
      if (quick >= 4) setSettled(true);
      else frame = requestAnimationFrame(look);
    };
    if (loaded) frame = requestAnimationFrame(look);
    const timer = window.setTimeout(() => setSettled(true), PATIENCE);
    return () => {
      cancelAnimationFrame(frame);
      window.clearTimeout(timer);
    };
  }, [loaded, settled]);
  return settled;
}

/** Takes the panel again when it comes back from a window of its own. */
export function useTakenBack(away: boolean): void {
  const was = useRef(false);
  useEffect(() => {
    // another may have taken it meanwhile: then that is said
    if (was.current && !away) void take();
    was.current = away;
  }, [away]);
}

/**
 * Takes a free panel once for every connection, and lets nothing pass while it is not ours.
 *
 * Args:
 *   ready: Whether the page can operate now.
 *   from: Connection of a page of the same person that hands the panel over; empty if there is none.
 */
export function useOperator(ready: boolean, from = ""): { lostTo: string | null; asked: boolean } {
  const client = useLive((live) => live.client);
  const link = useLive((live) => live.link);
  const mine = useLive((live) => live.mine);
  const open = useLive((live) => ["ready", "running", "halted"].includes(live.session?.state ?? ""));
  const operator = useLive((live) => live.operator);
  const asked = useRef("");
  const had = useRef(false);
  const [lostTo, setLostTo] = useState<string | null>(null);
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!open) asked.current = ""; // one that is started again is taken again
    // who has it is told last: there is at least this page then
    if (from && operator.watchers === 0) return;
    if (!ready || link !== "open" || !open || !client || asked.current === client) return;
    asked.current = client;
    // the server refuses when somebody has it
    void take(from !== "" && operator.client === from).then(() => setDone(true));
  }, [ready, client, link, open, from, operator]);
  const driven = useLive(pilotDrives);
  useEffect(() => {
    if (mine && link === "open" && !driven) mixer.reopen();
    else mixer.close();
  }, [mine, link, driven]);
  useEffect(() => {
    if (had.current && !mine && link === "open" && operator.client) setLostTo(operator.name);
    if (mine) setLostTo(null);
    had.current = mine;
  }, [mine, link, operator]);
  return { lostTo, asked: done };
}
