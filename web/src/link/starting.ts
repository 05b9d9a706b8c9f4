/** Starting a session: with one press, or as soon as it is prepared. */

import type { Answer } from "../gen/messages";
import { enabling, type PanelValue, readPanel } from "../model/panel/elements";
import { waitingFor } from "../model/waiting";
import { words } from "../words";
import { ask, input, pilotDrives, takePanel, useLive } from "./live";
import { askStops } from "./stops";

/** Sets what is to be selected, and enables motion; a pilot that has the panel does that itself. */
export function preparePanel(selected: Record<string, PanelValue> = {}): Promise<Answer> | null {
  const live = useLive.getState();
  const values = { ...selected, ...enabling(readPanel(live.described?.panel)) };
  return pilotDrives(live) || Object.keys(values).length === 0 ? null : input(values);
}

/**
 * One press starts: takes a panel that nobody has, ends a stop for want of an operator, enables motion and lets time run.
 * A stop that somebody pressed stays: it wants its own release.
 *
 * Args:
 *   name: Of the operator.
 *   prepare: What is asked of the session once the panel is taken.
 *
 * Returns:
 *   Why it was not started, for people; empty if it was.
 */
export async function startRobot(name: string, prepare: () => Promise<Answer> | null = preparePanel): Promise<string> {
  const steps = [
    () => (useLive.getState().mine ? null : takePanel(name)),
    async () => ((await askStops()).includes("stop") ? { ok: false, error: words().operate.stop.startFirst } : null),
    prepare,
    // only a stop for want of an operator: if somebody presses the stop just now, that stays
    async () => ((await askStops()).includes("link") ? ask({ do: "arm", only: "absence" }) : null),
    () => ask({ do: "start" }),
  ];
  for (const step of steps) {
    const answer = await step();
    if (answer && !answer.ok) return answer.error;
  }
  return "";
}

/** Time between two looks at the clock [ms]. */
const LOOK = 1000;

/**
 * Tell once what became of a session: that it can be started, or why not. Nothing is told if somebody else started it,
 * or if the page turned to another one.
 */
export function whenReady(id: string, ready: () => void, failed: (reason: string) => void): () => void {
  let timer = 0;
  const look = () => {
    const found = waitingFor(id, useLive.getState(), performance.now());
    if (found === "wait") return;
    end();
    if (found === "start") ready();
    else if (found !== "over") failed(found.failed);
  };
  const leave = useLive.subscribe(look);
  timer = window.setInterval(look, LOOK);
  const end = () => {
    leave();
    window.clearInterval(timer);
  };
  look();
  return end;
}
