/** Selecting on the panel: several joints, or one effector; the whole page shows the same selection. */

import { useEffect, useSyncExternalStore } from "react";
import { create } from "zustand";
import type { PanelDocument } from "@/gen/documents";
import { elementsOf, type PanelValue } from "@/model/panel/elements";
import { type Thing, useSelection } from "@/model/selection";
import { setValues, values } from "./desk";
import { idleReason } from "./idle";

let panel: PanelDocument | null = null;

/** What was picked last although it does nothing now: its name and why; the line under the picture says so. */
export const useExplained = create<{ name: string; reason: string }>(() => ({ name: "", reason: "" }));

/** Whether something of an element acts now; if not, it is said why. */
function acts(element: string, name: string): boolean {
  const reason = panel ? idleReason(panel, element) : "";
  useExplained.setState(reason ? { name, reason } : { name: "", reason: "" });
  return !reason;
}

const chosen = (value: PanelValue | undefined): readonly string[] =>
  Array.isArray(value) ? (value as readonly string[]) : typeof value === "string" ? [value] : [];

export function usePicked(element: string, name: string): boolean {
  return useSyncExternalStore(values.subscribe, () => chosen(values.get(element)).includes(name));
}

/**
 * Pick something; `more` adds a joint to those picked, or takes away what is picked. Joints and effectors exclude each
 * other.
 */
export function pick(element: string, name: string, more = false): void {
  const found = panel?.elements[element];
  if (!panel || !found || !acts(element, name)) return;
  const before = chosen(values.get(element));
  const changes: Record<string, PanelValue> = {};
  if (found.type === "cameras") {
    changes[element] = name;
  } else if (found.type === "effectors") {
    const on = !(more && before.includes(name));
    changes[element] = on ? name : null;
    if (on) for (const [other] of elementsOf(panel, "joints")) changes[other] = [];
    if (on) for (const [other] of elementsOf(panel, "effectors")) if (other !== element) changes[other] = null;
  } else if (found.type === "joints") {
    const rest = before.filter((other) => other !== name);
    const had = rest.length < before.length;
    const most = found.most ?? Number.POSITIVE_INFINITY;
    if (more) changes[element] = had ? rest : [...rest.slice(rest.length >= most ? 1 : 0), name];
    else changes[element] = [name];
    for (const [other] of elementsOf(panel, "effectors")) changes[other] = null;
  }
  setValues(changes);
}

/** Let go of everything that is picked; returns whether there was anything. */
export function unpick(): boolean {
  if (!panel || things().length === 0) return false;
  const changes: Record<string, PanelValue> = {};
  for (const [name] of elementsOf(panel, "joints")) changes[name] = [];
  for (const [name] of elementsOf(panel, "effectors")) changes[name] = null;
  setValues(changes);
  return true;
}

/** The element of the panel that offers a thing. */
function elementFor(thing: Thing): string | undefined {
  if (!panel || (thing.kind !== "joint" && thing.kind !== "effector" && thing.kind !== "camera")) return undefined;
  const type = ({ joint: "joints", effector: "effectors", camera: "cameras" } as const)[thing.kind];
  return elementsOf(panel, type).find(([, element]) => thing.name in element.options)?.[0];
}

/** What is picked on the panel, as things; the chosen camera is no selection of the operator's. */
function things(): Thing[] {
  if (!panel) return [];
  return elementsOf(panel, "joints", "effectors").flatMap(([name, element]) =>
    chosen(values.get(name)).map(
      (option): Thing => ({ kind: element.type === "joints" ? "joint" : "effector", name: option }),
    ),
  );
}

const key = (list: readonly Thing[]): string => list.map(({ kind, name }) => `${kind} ${name}`).join();

/** Keeps the panel and the page's selection the same, whichever changes first. */
export function usePicking(of: PanelDocument | null): void {
  useEffect(() => {
    panel = of;
    let shown = key(things());
    const fromPanel = values.subscribe(() => {
      const now = things();
      if (key(now) === shown) return;
      shown = key(now);
      useSelection.getState().select(now);
    });
    const fromPage = useSelection.subscribe(({ selected }, before) => {
      if (selected === before.selected || key(selected) === shown) return;
      const mine = selected.filter((thing) => elementFor(thing) !== undefined);
      if (mine.length === 0) return;
      const [first] = mine;
      const element = first && elementFor(first);
      if (!first || !element || !panel) return;
      if (first.kind !== "joint") {
        pick(element, first.name);
        return;
      }
      if (!acts(element, first.name)) {
        useSelection.getState().select(things());
        return;
      }
      const names = mine.filter(({ kind }) => kind === "joint").map(({ name }) => name);
      const changes: Record<string, PanelValue> = { [element]: names };
      for (const [other] of elementsOf(panel, "effectors")) changes[other] = null;
      setValues(changes);
    });
    useSelection.getState().select(things());
    return () => {
      fromPanel();
      fromPage();
      panel = null;
    };
  }, [of]);
}
