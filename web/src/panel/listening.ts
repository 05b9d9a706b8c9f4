/** Hearing what the session says of its panel. */

import { useEffect, useRef } from "react";
import type { PanelDocument } from "@/gen/documents";
import { hub } from "@/link/live";
import { wantedSignals } from "@/model/panel/elements";
import { hearSession } from "./desk";
import { usePicking } from "./picking";
import { useTicker } from "./ticker";

/** Time between two looks at what the session says [ms]. */
const LOOK = 40;

/** Follows the panel of the session, and keeps its selection and the page's the same. */
export function usePanelState(panel: PanelDocument, effectors: Readonly<Record<string, string>>): void {
  usePicking(panel);
  useEffect(() => {
    const poses = Object.values(effectors).flatMap((name) => [name, `site.${name}`, `body.${name}`]);
    hub.want("panel", [...wantedSignals(panel), "qpos", ...poses]);
    return () => hub.want("panel", []);
  }, [panel, effectors]);
  const heard = useRef(0);
  useTicker((now) => {
    if (now - heard.current < LOOK) return;
    heard.current = now;
    hearSession();
  });
}

export interface ListeningProps {
  panel: PanelDocument;
  effectors: Readonly<Record<string, string>>;
}

/** Follows a panel that is not drawn on this page. */
export function Listening({ panel, effectors }: ListeningProps): null {
  usePanelState(panel, effectors);
  return null;
}
