/** Starting a session: with one press, or as soon as it is prepared. */

import { enabling, type PanelValue, readPanel } from "../model/panel/elements";
import { waitingFor } from "../model/waiting";
import { words } from "../words";
import { ask, input, takePanel, useLive } from "./live";
import { askStops } from "./stops";

/**
 * One press starts: takes a panel that nobody has, ends a stop for want of an operator, enables motion and lets time run.
 * A stop that somebody pressed stays: it wants its own release.
 *
 * Args:
 *   name: Of the operator.
 *   selected: Gives what is to be selected on the panel, once it is taken.
 *
 * Returns:
 *   Why it was not started, for people; empty if it was.
 */
export async function startRobot(
  name: string,
  selected: () => Record<string, PanelValue> = () => ({}),
): Promise<string> {
  const steps = [
    () => (useLive.getState().mine ? null : takePanel(name)),
    async () => ((await askStops()).includes("stop") ? { ok: false, error: words().operate.stop.startFirst } : null),
    () => {
      const values = { ...selected(), ...enabling(readPanel(useLive.getState().described?.panel)) };
      return Object.keys(values).length > 0 ? input(values) : null;
    },
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
