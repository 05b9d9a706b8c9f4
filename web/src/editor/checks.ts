/** Keeps the check of a scheme up to date: asks the server a moment after every change, the newest answer wins. */

import type { SchemeDocument } from "@/gen/documents";
import type { CheckDocument, CheckResult } from "@/gen/messages";
import { api } from "@/link/http";
import type { SchemeStore } from "@/model/scheme/store";
import { onLanguage } from "@/words";

const PAUSE = 150;

export interface Checks {
  /** Check now. */
  now: () => void;
  end: () => void;
}

/** Whether two documents differ at most in how they are drawn. */
function sameMeaning(a: SchemeDocument, b: SchemeDocument): boolean {
  const bare = ({ ui, notes, ...rest }: SchemeDocument) => rest;
  const [one, two] = [bare(a), bare(b)];
  const keys = new Set([...Object.keys(one), ...Object.keys(two)]) as Set<keyof typeof one>;
  return [...keys].every((key) => one[key] === two[key]);
}

/** What a check found, with everything that is as before kept as the same object: what shows it is not drawn anew. */
function settled(old: CheckResult | null, fresh: CheckResult): CheckResult {
  if (!old) return fresh;
  const levels: CheckResult["levels"] = {};
  for (const [name, level] of Object.entries(fresh.levels)) {
    const before = old.levels[name];
    const blocks = Object.fromEntries(
      Object.entries(level.blocks).map(([id, facts]) => {
        const known = before?.blocks[id];
        return [id, known && JSON.stringify(known) === JSON.stringify(facts) ? known : facts];
      }),
    );
    levels[name] = { ...level, blocks };
  }
  return { ...fresh, levels };
}

export function keepChecked(
  store: SchemeStore,
  about: () => Omit<CheckDocument, "document">,
  failed: (message: string) => void,
): Checks {
  let timer = 0;
  let round = 0;
  const ask = async () => {
    const mine = ++round;
    const { doc } = store.getState();
    store.getState().setChecking(true);
    try {
      const body: CheckDocument = { document: doc, ...about() };
      const found = await api.post<CheckResult>("/api/check/scheme", body);
      if (mine !== round) return;
      store.getState().setCheck(settled(store.getState().check, found), doc);
      failed("");
    } catch (error) {
      if (mine !== round) return;
      store.getState().setChecking(false);
      failed(error instanceof Error ? error.message : String(error));
    }
  };
  const later = () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(ask, PAUSE);
  };
  const stop = store.subscribe((state, before) => {
    if (state.doc === before.doc) return;
    const { check, checked } = state;
    if (check && checked && sameMeaning(checked, state.doc)) {
      // nothing that a check looks at has changed: what was found still holds, at the new places
      window.clearTimeout(timer);
      round += 1;
      if (checked !== state.doc) state.setCheck(check, state.doc);
      return;
    }
    later();
  });
  const deaf = onLanguage(later);
  later();
  return {
    now: () => {
      window.clearTimeout(timer);
      void ask();
    },
    end: () => {
      window.clearTimeout(timer);
      round += 1;
      stop();
      deaf();
    },
  };
}
