/** Whether this page is in somebody's hand: visible, with the focus here or in another window of the same session. */

import type { Hand } from "./line";

const CHANNEL = "pult-hand";
/** Time between two words of the window that has the focus [ms]... */
const SIGN = 400;
/** ...and how long one counts [ms]. */
const GOOD = 2000;

interface Said {
  session: string;
  focus: boolean;
}

/** Watches the hand at a session and tells whenever it is another; returns how to end. */
export function watchHand(session: string, tell: (hand: Hand) => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const channel = new BroadcastChannel(CHANNEL);
  let elsewhere = Number.NEGATIVE_INFINITY;
  let told: Hand | "" = "";
  const look = () => {
    const focused = document.hasFocus() || performance.now() - elsewhere < GOOD;
    const hand = document.visibilityState === "hidden" ? "hidden" : focused ? "here" : "focus";
    if (hand !== told) tell(hand);
    told = hand;
  };
  const say = (focus: boolean) => channel.postMessage({ session, focus } satisfies Said);
  channel.onmessage = ({ data }: MessageEvent<Said>) => {
    if (data.session !== session) return;
    elsewhere = data.focus ? performance.now() : Number.NEGATIVE_INFINITY;
    look();
  };
  const changed = () => {
    say(document.hasFocus());
    look();
  };
  window.addEventListener("focus", changed, { signal });
  window.addEventListener("blur", changed, { signal });
  window.addEventListener("pagehide", () => say(false), { signal });
  document.addEventListener("visibilitychange", look, { signal });
  const timer = window.setInterval(() => {
    if (document.hasFocus()) say(true);
    look();
  }, SIGN);
  changed();
  return () => {
    ended.abort();
    window.clearInterval(timer);
    say(false);
    channel.close();
  };
}
