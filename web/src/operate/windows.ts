/** The panel in a window of its own: the page with the scene and that window find each other in the same browser. */

import { useCallback, useEffect, useRef, useState } from "react";
import { useLive } from "@/link/live";
import { Elsewhere, SIGN } from "@/model/panel/elsewhere";
import { type Thing, useSelection } from "@/model/selection";
import { mixer } from "@/panel";
import { pathOf } from "@/shell/router";
import { showToast } from "@/ui";
import { words } from "@/words";

const CHANNEL = "pult-console";

/** What the two say to each other. */
type Said =
  | { session: string; type: "here"; client: string }
  | { session: string; type: "bye" }
  | { session: string; type: "ask" }
  | { session: string; type: "close" }
  | { session: string; type: "pick"; thing: Thing };

/** Hears what is said of a session; returns how to say something. */
function useChannel(session: string, heard: (said: Said) => void): (said: Said) => void {
  const channel = useRef<BroadcastChannel | null>(null);
  const latest = useRef(heard);
  latest.current = heard;
  useEffect(() => {
    if (!session) return;
    const made = new BroadcastChannel(CHANNEL);
    made.onmessage = ({ data }: MessageEvent<Said>) => {
      if (data.session === session) latest.current(data);
    };
    channel.current = made;
    return () => {
      channel.current = null;
      made.close();
    };
  }, [session]);
  return useCallback((said: Said) => channel.current?.postMessage(said), []);
}

export interface PanelWindow {
  /** Whether the panel is in a window of its own. */
  there: boolean;
  open: () => void;
  /** Close the window: the panel comes back here. */
  back: () => void;
  /** Select something on the panel in its window. */
  pick: (thing: Thing) => void;
}

const SIZE = "popup,width=420,height=900";

/** For the page with the scene: opens the window, and knows whether it is there. */
export function usePanelWindow(session: string): PanelWindow {
  const elsewhere = useRef(new Elsewhere());
  const opened = useRef<Window | null>(null);
  const [there, setThere] = useState(false);
  const look = useCallback(() => {
    setThere(elsewhere.current.there(useLive.getState().operator.client, performance.now()));
  }, []);
  const say = useChannel(session, (said) => {
    if (said.type === "here") elsewhere.current.hear(said.client, performance.now());
    else if (said.type === "bye") elsewhere.current.leave(performance.now());
    look();
  });
  useEffect(() => {
    elsewhere.current.end();
    look();
    if (!session) return;
    say({ session, type: "ask" });
    const timer = window.setInterval(look, SIGN);
    return () => window.clearInterval(timer);
  }, [session, say, look]);
  return {
    there,
    open: () => {
      const { client } = useLive.getState();
      const path = `${pathOf("console", session)}?from=${encodeURIComponent(client)}`;
      opened.current = window.open(path, `pult-console-${session}`, SIZE);
      const { blocked, blockedText } = words().operate.window;
      if (!opened.current) showToast({ id: "window", kind: "error", title: blocked, text: blockedText });
    },
    back: () => {
      say({ session, type: "close" });
      opened.current?.close();
      elsewhere.current.end();
      look();
    },
    pick: (thing) => say({ session, type: "pick", thing }),
  };
}

/** For the window of the panel: gives signs, and does what the page with the scene asks for. */
export function usePanelSigns(session: string): void {
  const here = () => say({ session, type: "here", client: useLive.getState().client });
  const say = useChannel(session, (said) => {
    if (said.type === "ask") here();
    else if (said.type === "close") window.close();
    else if (said.type === "pick" && mixer.open) useSelection.getState().select([said.thing]);
  });
  const latest = useRef(here);
  latest.current = here;
  useEffect(() => {
    if (!session) return;
    const sign = () => latest.current();
    const bye = () => say({ session, type: "bye" });
    sign();
    const timer = window.setInterval(sign, SIGN);
    window.addEventListener("pagehide", bye);
    return () => {
      window.clearInterval(timer);
      window.removeEventListener("pagehide", bye);
    };
  }, [session, say]);
}
