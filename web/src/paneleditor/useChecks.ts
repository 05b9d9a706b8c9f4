import { useEffect } from "react";
import type { CheckDocument, CheckResult } from "@/gen/messages";
import { api } from "@/link/http";
import { onLanguage } from "@/words";
import type { PanelEditorFacts } from "./context";

const PAUSE = 250;

/** Asks the server a moment after every change what is wrong; the newest answer counts. */
export function useChecks({ store, view }: Pick<PanelEditorFacts, "store" | "view">): void {
  useEffect(() => {
    let timer = 0;
    let round = 0;
    const ask = async () => {
      const mine = ++round;
      view.setState({ checking: true });
      try {
        const body: CheckDocument = { document: store.getState().doc };
        const { faults, warnings } = await api.post<CheckResult>("/api/check/panel", body);
        if (mine === round) view.setState({ faults: [...faults, ...warnings], failed: "", checking: false });
      } catch (error) {
        if (mine !== round) return;
        view.setState({ failed: error instanceof Error ? error.message : String(error), checking: false });
      }
    };
    const later = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => void ask(), PAUSE);
    };
    const stop = store.subscribe((state, before) => state.doc !== before.doc && later());
    const deaf = onLanguage(later);
    later();
    return () => {
      window.clearTimeout(timer);
      round += 1;
      stop();
      deaf();
    };
  }, [store, view]);
}
