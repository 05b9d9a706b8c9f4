/** Signals of the session that the page shows, and those that are plotted of it. */

import { useEffect, useMemo, useRef } from "react";
import { hub, useLive } from "@/link/live";
import { firstSignals } from "@/model/plots/groups";
import { type Line, linesOf } from "@/model/plots/lines";
import { LiveSource, type SignalSource } from "@/model/plots/source";
import { usePlotted } from "@/model/plotted";
import { useSelection } from "@/model/selection";
import { keep, kept } from "@/ui";
import { language, type Said, said } from "@/words";

export const liveSource = new LiveSource(hub);

// Stages and limits of an attempt come with its account: each becomes a mark when it is first seen.
useLive.subscribe(({ account }, before) => {
  if (!account || account === before.account) return;
  const { account: last } = before;
  // What happened before this page came is not known by its time: it gets no mark.
  const seen = !last ? account.events.length : last.attempt === account.attempt ? last.events.length : 0;
  for (const event of account.events.slice(seen)) hub.mark(said(event.title as Said, language()), event.kind);
});

/** The name of a session's setup: what is plotted is kept by it. */
export function useSetup(): string {
  return useLive(({ session }) =>
    session ? session.exercise || [session.world, session.scheme, session.panel].join(" ") : "",
  );
}

const isNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((name) => typeof name === "string");
const isKept = (value: unknown): value is readonly string[] | null => value === null || isNames(value);

/** The setup whose signals are in `usePlotted` now. */
let loaded = "";

/** Signals that are plotted of the running session; kept in this browser for each setup. */
export function useKeptSignals(): readonly string[] {
  const setup = useSetup();
  const described = useLive((state) => state.described);
  const signals = usePlotted((state) => state.signals);
  useEffect(() => {
    if (!setup || !described || loaded === setup) return;
    const earlier = kept<readonly string[] | null>(`plots.signals.${setup}`, null, isKept);
    // What was added while nothing was loaded stays; what belongs to another setup goes.
    const added = loaded === "" ? usePlotted.getState().signals : [];
    loaded = setup;
    usePlotted.setState({ signals: [...new Set([...(earlier ?? firstSignals(described.channels)), ...added])] });
  }, [setup, described]);
  useEffect(() => {
    if (setup && loaded === setup) keep(`plots.signals.${setup}`, signals);
  }, [setup, signals]);
  return signals;
}

/** Lines of signals; their colours stay as long as they are shown. `version` changes when the source has other ones. */
export function useLines(source: SignalSource, signals: readonly string[], version: unknown): readonly Line[] {
  const selected = useSelection((state) => state.selected);
  const colours = useRef(new Map<string, string>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: a session that was opened anew may have other signals
  const lines = useMemo(
    () => linesOf(source, signals, selected, colours.current),
    [source, signals, selected, version],
  );
  const latest = useRef(lines);
  // Equal lines stay the same object, so that charts are not built anew for a selection that does not concern them.
  if (JSON.stringify(latest.current) !== JSON.stringify(lines)) latest.current = lines;
  return latest.current;
}

/** Asks the source for signals as long as the component is there. */
export function useWanted(source: SignalSource, owner: string, signals: readonly string[]): void {
  useEffect(() => {
    source.want(owner, signals);
  }, [source, owner, signals]);
  useEffect(() => () => source.want(owner, []), [source, owner]);
}
