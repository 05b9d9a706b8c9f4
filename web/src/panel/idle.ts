/** Why elements of the panel do nothing now, in words. */

import { useSyncExternalStore } from "react";
import type { PanelDocument } from "@/gen/documents";
import { useLive } from "@/link/live";
import { type Idle, idleAxis, idleBecause } from "@/model/panel/acting";
import { language, type Said, said, useLanguage, words } from "@/words";
import { usePanel } from "./context";
import { values } from "./desk";

const read = (name: string) => values.get(name);

const NONE: readonly string[] = [];

/** Elements that reach the scheme of the session; empty while that is not known, and where a panel is only drawn. */
const acting = (): readonly string[] => useLive.getState().planned?.acting ?? NONE;

function inWords(idle: Idle | null): string {
  if (!idle) return "";
  const w = words().operate.idle;
  const text = (one: string | Record<string, string>) => said(one as Said, language());
  switch (idle.kind) {
    case "scheme":
      return w.scheme;
    case "position":
      return w.position(text(idle.selector), idle.positions.map(text));
    default:
      return text(idle.reason);
  }
}

/** Why an element does nothing now; empty if it acts. */
export function idleReason(panel: PanelDocument, name: string): string {
  return inWords(idleBecause(panel, name, read, acting()));
}

/** The same, for what is drawn. */
export function useIdle(name: string): string {
  const { panel } = usePanel();
  useLanguage();
  useLive(({ planned }) => planned?.acting);
  return useSyncExternalStore(values.subscribe, () => idleReason(panel, name));
}

/** Why an axis of a joystick moves nothing; empty if it does. */
export function idleAxisReason(panel: PanelDocument, name: string, axis: number): string {
  return inWords(idleAxis(panel, name, axis, read));
}

/** The same, for what is drawn. */
export function useIdleAxis(name: string, axis: number): string {
  const { panel } = usePanel();
  useLanguage();
  return useSyncExternalStore(values.subscribe, () => idleAxisReason(panel, name, axis));
}
