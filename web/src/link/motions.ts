/** Recorded motions, played into the streams of a session. */

import type { MotionInfo, Playing, PlayMotion } from "../gen/messages";
import { api } from "./http";

const path = (id: string, what: string): string => `/api/sessions/${encodeURIComponent(id)}/${what}`;

export function fetchMotions(id: string): Promise<MotionInfo[]> {
  return api.get<MotionInfo[]>(path(id, "motions"));
}

/** Play one from its beginning, in place of what is played; the session tells how far it is. */
export function playMotion(id: string, wanted: PlayMotion): Promise<Playing> {
  return api.post<Playing>(path(id, "playing"), wanted);
}

export function stopMotion(id: string): Promise<void> {
  return api.remove(path(id, "playing"));
}
