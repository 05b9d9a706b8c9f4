/** Starting a session as soon as it is prepared. */

import { waitingFor } from "../model/waiting";
import { useLive } from "./live";

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
