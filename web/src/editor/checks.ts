/** How schemes are checked. */

import type { SchemeDocument } from "@/gen/documents";
import type { CheckDocument, CheckResult } from "@/gen/messages";
import { api } from "@/link/http";
import type { Checking } from "@/model/document/checking";
import { same } from "@/model/document/same";
import type { Where } from "./context";

/** Whether two documents differ at most in how they are drawn. */
function sameMeaning(a: SchemeDocument, b: SchemeDocument): boolean {
  const bare = ({ ui, notes, ...rest }: SchemeDocument) => rest;
  const [one, two] = [bare(a), bare(b)];
  const keys = new Set([...Object.keys(one), ...Object.keys(two)]) as Set<keyof typeof one>;
  return [...keys].every((key) => one[key] === two[key]);
}

/** What a check found, with every block that is as before kept as the same object. */
function settled(old: CheckResult, fresh: CheckResult): CheckResult {
  const levels: CheckResult["levels"] = {};
  for (const [name, level] of Object.entries(fresh.levels)) {
    const before = old.levels[name];
    const blocks = Object.fromEntries(
      Object.entries(level.blocks).map(([id, facts]) => {
        const known = before?.blocks[id];
        return [id, known && same(known, facts) ? known : facts];
      }),
    );
    levels[name] = { ...level, blocks };
  }
  return { ...fresh, levels };
}

/** The check of schemes that are to run somewhere. */
export function checkingOf({ world, exercise, variant }: Where): Checking<SchemeDocument, CheckResult> {
  return {
    ask: (document) => {
      const body: CheckDocument = { document, world, exercise, variant };
      return api.post("/api/check/scheme", body);
    },
    alike: sameMeaning,
    settled,
  };
}
