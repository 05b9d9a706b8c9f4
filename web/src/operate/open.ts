/** Whether the session is open: described, and not by one that died before. */

import { useRef } from "react";
import { useLive } from "@/link/live";

export function useOpen(): boolean {
  const id = useLive((live) => live.id);
  const number = useLive((live) => live.described?.number ?? -1);
  const dead = useLive((live) => live.session?.state === "dead" || live.session?.state === "ended");
  const died = useRef({ id: "", number: -1 });
  if (dead && number >= 0) died.current = { id, number };
  return number >= 0 && (dead || died.current.id !== id || died.current.number !== number);
}
