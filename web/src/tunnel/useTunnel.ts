/** A tunnel being edited: its document, the path of the arm through it, and what is made of it. */

import { useCallback, useRef, useState } from "react";
import type { Opened } from "@/documents/documents";
import { type Edited as EditedDocument, useDocument } from "@/documents/useDocument";
import type { TunnelDocument } from "@/gen/documents";
import type { MadeWorld, TunnelPlan } from "@/gen/messages";
import { api } from "@/link/http";
import type { Checking } from "@/model/document/checking";
import { createTunnelStore, type TunnelEdits } from "@/model/tunnel/store";
import { showToast } from "@/ui";
import { saidBy, words } from "@/words";
import { tunnels } from "./documents";

const CHECKING: Checking<TunnelDocument, TunnelPlan> = {
  ask: (document) => api.post("/api/tunnels/plan", { document }),
  pause: 120,
};

export interface Edited extends EditedDocument<TunnelDocument, TunnelEdits>, Pick<TunnelEdits, "doc" | "edit"> {
  /** The plan of what is edited; null while it is being looked at, and if that failed. */
  plan: TunnelPlan | null;
  /** The last plan, which stays to be seen meanwhile. */
  seen: TunnelPlan | null;
  /** Why the plan could not be looked at. */
  planError: string;
  making: boolean;
  made: MadeWorld | null;
  make: () => Promise<void>;
}

export function useTunnel(opened: Opened<TunnelDocument>): Edited {
  const edited = useDocument(tunnels, opened, createTunnelStore, CHECKING);
  const { name, store, save } = edited;
  const { doc, edit, check, checked, checking, checkFailed } = store();
  const planError = checking ? "" : checkFailed;
  const plan = checked === doc && !checking && !planError ? check : null;
  const seen = useRef<TunnelPlan | null>(null);
  if (plan) seen.current = plan;
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<MadeWorld | null>(null);
  const make = useCallback(async () => {
    if (store.getState().dirty && !(await save())) return;
    setMaking(true);
    try {
      setMade(await api.post<MadeWorld>(`/api/tunnels/${encodeURIComponent(name)}/make`));
    } catch (error) {
      showToast({ kind: "error", title: words().tunnel.makeFailed, text: saidBy(error) });
    }
    setMaking(false);
  }, [name, save, store]);
  return { ...edited, doc, edit, plan, planError, seen: seen.current, making, made, make };
}
