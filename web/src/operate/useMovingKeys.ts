/** Keys of the operator: they move only while scene or console has the focus. */

import { type RefObject, useEffect, useRef, useState } from "react";
import type { PanelDocument } from "@/gen/documents";
import { elementsOf, FRAME, selectorOptions } from "@/model/panel/elements";
import { findHandButton } from "@/model/panel/hands";
import { digitJoints, effectorKeys, modeSelector, type Pick } from "@/model/panel/roles";
import { HeldKeys } from "@/model/panel/stick";
import { mixer, pick, setValues, unpick, values } from "@/panel";
import { type Shortcut, useShortcuts } from "@/shell/keys";
import type { Words } from "@/words";
import { startOrPause, stop } from "./actions";

/** Controls that use arrows themselves. */
const OWN_ARROWS = "input,select,textarea,[role=radio],[role^=menuitem],[role=separator],[role=tab],[data-mark]";

export type Area = "scene" | "console";

export interface KeyActions {
  panel: PanelDocument | null;
  /** Why nothing can be moved; empty if it can. */
  locked: string;
  /** Where the moving keys act. */
  areas: Readonly<Record<Area, RefObject<HTMLElement | null>>>;
  /** Where there is a scene: goes to its next view. */
  onView?: () => void;
  /** Where there are plots: opens or closes them. */
  onPlots?: () => void;
}

/** The next of a list after a value; the first if there is none. */
export function next<T>(list: readonly T[], value: T): T | undefined {
  return list[(list.indexOf(value) + 1) % Math.max(1, list.length)];
}

/** The selector of the mode goes to its next position. */
export function nextMode(panel: PanelDocument): void {
  const name = modeSelector(panel);
  const element = name === undefined ? undefined : panel.elements[name];
  if (name === undefined || element?.type !== "selector") return;
  const to = next(
    selectorOptions(element).map(([option]) => option),
    String(values.get(name)),
  );
  if (to !== undefined) setValues({ [name]: to });
}

/** The first stick that has frames goes to its next one. */
export function nextFrame(panel: PanelDocument): void {
  const found = elementsOf(panel, "joystick").find(([, element]) => (element.frames?.length ?? 0) > 1);
  if (!found) return;
  const [name, element] = found;
  const to = next<string>(element.frames ?? [], String(values.get(name + FRAME)));
  if (to !== undefined) setValues({ [name + FRAME]: to });
}

/** Names of the joints and effectors that are picked. */
function pickedNames(panel: PanelDocument): string[] {
  return elementsOf(panel, "joints", "effectors").flatMap(([name]) => {
    const value = values.get(name);
    return Array.isArray(value) ? (value as readonly string[]) : typeof value === "string" ? [value] : [];
  });
}

/** Registers the keys; returns where the moving keys act now, for the edge that shows it. */
export function useMovingKeys({ panel, locked, areas, onView, onPlots }: KeyActions): Area | null {
  const held = useRef(new HeldKeys());
  const [focused, setFocused] = useState<Area | null>(null);
  const stick = panel ? elementsOf(panel, "joystick")[0]?.[0] : undefined;
  const enable = panel?.enable && panel.elements[panel.enable]?.type === "button" ? panel.enable : "";
  const inside = (): Area | null => {
    const at = document.activeElement;
    if (areas.console.current?.contains(at)) return "console";
    return areas.scene.current?.contains(at) ? "scene" : null;
  };
  const act = () => {
    if (!stick) return;
    mixer.move("keys", stick, held.current.deflection());
    if (enable) mixer.press("keys", enable, held.current.any);
  };
  const letGo = () => {
    held.current.clear();
    act();
  };
  const latest = useRef({ inside, letGo });
  latest.current = { inside, letGo };
  useEffect(() => {
    const look = () => {
      const now = latest.current.inside();
      setFocused(now);
      if (!now) latest.current.letGo();
    };
    // focus has moved only after the event
    const soon = () => queueMicrotask(look);
    const gone = () => {
      latest.current.letGo();
      mixer.neutral();
    };
    const hidden = () => document.hidden && gone();
    document.addEventListener("focusin", soon);
    document.addEventListener("focusout", soon);
    window.addEventListener("blur", gone);
    document.addEventListener("visibilitychange", hidden);
    look();
    return () => {
      document.removeEventListener("focusin", soon);
      document.removeEventListener("focusout", soon);
      window.removeEventListener("blur", gone);
      document.removeEventListener("visibilitychange", hidden);
      latest.current.letGo();
    };
  }, []);

  const may = () => !locked && panel !== null && inside() !== null;
  const moves = () => may() && stick !== undefined && !document.activeElement?.matches(OWN_ARROWS);
  const moving = (code: string, label?: Shortcut["label"]): Shortcut => ({
    keys: code,
    withShift: true,
    label,
    when: moves,
    run: (event) => {
      held.current.fine = event.shiftKey;
      if (held.current.down(code)) act();
    },
    release: () => held.current.up(code) && act(),
  });
  const digits = panel ? digitJoints(panel, []).length : 0;
  const effectors = panel ? effectorKeys(panel) : new Map<string, Pick>();
  const hand = (code: string, which: "open" | "close"): Shortcut[] => {
    const button = panel ? findHandButton(panel, which) : undefined;
    if (!button) return [];
    return [
      {
        keys: code,
        label: (w) => w.operate.keys[which],
        when: may,
        run: () => mixer.press("keys", button, true),
        release: () => mixer.press("keys", button, false),
      },
    ];
  };
  const codes = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "PageUp", "PageDown"];
  useShortcuts(
    (w) => w.operate.title,
    [
      { action: "stop", label: (w) => w.operate.keys.stop, run: stop },
      { action: "cancel", when: may, run: () => unpick() },
      // listed together; each is registered alone below, because each is released alone
      { keys: codes.slice(0, 4), label: (w) => w.operate.keys.forward, when: () => false, run: () => undefined },
      { keys: codes.slice(4), label: (w) => w.operate.keys.up, when: () => false, run: () => undefined },
      ...codes.map((code) => moving(code)),
      {
        keys: ["ShiftLeft", "ShiftRight"],
        when: () => moves() && held.current.any,
        run: () => {
          held.current.fine = true;
          act();
        },
        release: () => {
          held.current.fine = false;
          act();
        },
      },
      ...(digits > 0
        ? [
            {
              keys: Array.from({ length: digits }, (_, index) => `Digit${index + 1}`),
              withShift: true,
              label: (w) => w.operate.keys.joints,
              when: may,
              run: (event) => {
                const joints = panel ? digitJoints(panel, pickedNames(panel)) : [];
                const joint = joints[Number(event.code.slice(-1)) - 1];
                if (joint) pick(joint.element, joint.name, event.shiftKey);
              },
            } satisfies Shortcut,
          ]
        : []),
      ...(effectors.size > 0
        ? [
            {
              keys: [...effectors.keys()],
              label: (w) => w.operate.keys.effectors,
              when: may,
              run: (event) => {
                const effector = effectors.get(event.code);
                if (effector) pick(effector.element, effector.name);
              },
            } satisfies Shortcut,
          ]
        : []),
      { keys: "KeyM", label: (w) => w.operate.keys.mode, when: may, run: () => panel && nextMode(panel) },
      { keys: "KeyF", label: (w) => w.operate.keys.frame, when: may, run: () => panel && nextFrame(panel) },
      ...hand("KeyQ", "open"),
      ...hand("KeyE", "close"),
      { keys: "KeyP", label: (w) => w.operate.keys.pause, when: () => !locked, run: () => void startOrPause() },
      ...(onView ? [{ keys: "KeyV", label: (w: Words) => w.operate.keys.view, run: onView }] : []),
      ...(onPlots ? [{ keys: "KeyG", label: (w: Words) => w.operate.keys.plots, run: onPlots }] : []),
    ],
  );
  return locked ? null : focused;
}
