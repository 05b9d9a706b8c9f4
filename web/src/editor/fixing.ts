/** What a check has found, in words: what buttons of remedies say, what undo calls the step, and why nothing runs. */

import type { CheckResult } from "@/gen/messages";
import type { QuickFix } from "@/model/scheme/fixes";
import type { Words } from "@/words";
import { shapeText } from "./look";

type Title = (type: string) => string;

/** What the button says it does. */
export function verbOf(fix: QuickFix, w: Words, title: Title): string {
  const f = w.design.problems.fix;
  switch (fix.verb) {
    case "rename":
      return f.rename(fix.name);
    case "insert":
      return w.design.canvas.insertFix(title(fix.name));
    case "shape":
      return w.design.canvas.widen(shapeText(fix.shape ?? []));
    case "remove":
      return f.remove(fix.name);
    case "unwire":
      return w.design.canvas.removeWire;
    case "unit":
      return f.unit(fix.name);
    default:
      return f[fix.verb];
  }
}

/** What the step is called in undo. */
export function stepOf(fix: QuickFix, w: Words, title: Title): string {
  const { steps } = w.design;
  switch (fix.verb) {
    case "rename":
      return steps.rename(fix.at, fix.name);
    case "constant":
      return steps.add(title(fix.name));
    case "delay":
    case "insert":
      return steps.insert(title(fix.name));
    case "unwire":
      return steps.disconnect;
    case "remove":
    case "unset":
      return steps.remove(fix.at);
    default:
      return steps.set(fix.at);
  }
}

/** Why a scheme that was checked cannot run by itself; empty if it can. */
export function notRunnable(check: CheckResult | null, w: Words): string {
  const ports = (check?.not_runnable ?? []).flatMap(({ values: { name } }) => (typeof name === "string" ? [name] : []));
  return ports.length > 0 ? w.design.part.notRunnable(ports) : "";
}
