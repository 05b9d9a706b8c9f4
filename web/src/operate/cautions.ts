/** Messages that follow from what the robot does: limits, stops, inputs that can have no effect. */

import { useEffect, useRef, useState } from "react";
import type { PanelDocument } from "@/gen/documents";
import { hub, useLive } from "@/link/live";
import { elementsOf } from "@/model/panel/elements";
import { findJoint, type JointLimits, jointPlace } from "@/model/panel/limits";
import { idleAxisReason, idleReason, mixer, values } from "@/panel";
import type { LimitWarning } from "@/scene/captions";
import { dismissToast, showToast } from "@/ui";
import { format, language, type Said, said, words } from "@/words";
import { STOP_REASONS, type StopData, stopAdvice, stopAfter } from "./stopAdvice";

/** Events whose own words are shown. */
const TOLD = ["record-problem", "demo-failed", "stop-late", "physics", "power-off"];

/** Time between two looks [ms]. */
const LOOK = 250;

/** Distance to a limit for people. */
function distance(joint: JointLimits, left: number): string {
  return joint.kind === "slide" ? format().quantity(left * 1000, "mm", 0) : format().angle(left, 0);
}

/** Joints near their limits: said as cautions while it lasts, and given to the scene. */
export function useLimitCautions(panel: PanelDocument | null, joints: readonly JointLimits[]): readonly LimitWarning[] {
  const [warnings, setWarnings] = useState<readonly LimitWarning[]>([]);
  useEffect(() => {
    if (!panel) return;
    const options = elementsOf(panel, "joints").flatMap(([, element]) => Object.entries(element.options));
    const shown = new Set<string>();
    let before = "";
    const look = () => {
      const qpos = hub.values("qpos");
      const found: LimitWarning[] = [];
      for (const [name, option] of options) {
        const joint = findJoint(joints, name);
        const value = joint ? qpos[joint.qpos] : undefined;
        const place = joint && value !== undefined && !Number.isNaN(value) ? jointPlace(value, joint) : null;
        const id = `limit-${name}`;
        if (!joint || !place?.near) {
          if (shown.delete(id)) dismissToast(id);
          continue;
        }
        const left = distance(joint, place.left);
        const label = said(option.label as Said | undefined, language()) || name;
        found.push({ joint: joint.name, text: left });
        const w = words().operate.caution;
        const title = w.limit(label, left);
        shown.add(id);
        showToast({ id, kind: "caution", title, text: w.back });
      }
      const key = JSON.stringify(found);
      if (key !== before) setWarnings(found);
      before = key;
    };
    const timer = window.setInterval(look, LOOK);
    return () => {
      window.clearInterval(timer);
      for (const id of shown) dismissToast(id);
    };
  }, [panel, joints]);
  return warnings;
}

/** Why it stopped, and what to do; gone when it is released. */
export function useStopToasts(panel: PanelDocument | null): void {
  const events = useLive((live) => live.events);
  const holding = useRef("");
  /** The stop that is shown, and its title. */
  const shown = useRef<{ stop: StopData | null; title: string }>({ stop: null, title: "" });
  const seen = useRef(events.length > 0 ? (events.at(-1) ?? null) : null);
  useEffect(() => {
    const from = seen.current ? events.lastIndexOf(seen.current) + 1 : 0;
    seen.current = events.at(-1) ?? null;
    const w = words().operate;
    const enable = panel?.enable ? panel.elements[panel.enable] : undefined;
    const name = said(enable?.label as Said | undefined, language()) || panel?.enable || "";
    const show = (stop: StopData | null, title: string) => {
      shown.current = { stop, title };
      if (stop) showToast({ id: "stop", kind: "error", title, text: stopAdvice(stop, name, w.stop) });
      else dismissToast("stop");
    };
    for (const event of events.slice(from)) {
      const { stop: before, title } = shown.current;
      const stop = stopAfter(before, event);
      if (event.kind === "stop") {
        const reason = STOP_REASONS.find((known) => known === stop?.reason);
        const isSwitch = enable?.type === "switch";
        if (reason === "enable" && (!isSwitch || holding.current)) continue;
        holding.current = reason === "enable" ? "" : event.text;
        // what was late, and by how much, is said by the session
        show(stop, reason && reason !== "link" ? w.stop.reasons[reason] : capitalised(event.text));
      } else if (event.kind === "released" || event.kind === "reset") {
        holding.current = "";
        show(null, "");
      } else {
        if (stop !== before) show(stop, title);
        if (TOLD.includes(event.kind)) showToast({ id: event.kind, kind: "error", title: event.text });
        if (event.kind === "push") showToast({ id: "push", kind: "caution", title: capitalised(event.text) });
      }
    }
  }, [events, panel]);
}

const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase(language()) + text.slice(1);

/**
 * A stick that is pushed with nothing selected, or while time stands, moves nothing: say why.
 *
 * Args:
 *   pressed: Whether somebody stopped the robot: then that is said already.
 */
export function useIdleHints(panel: PanelDocument | null, pressed: boolean): void {
  useEffect(() => {
    if (!panel) return;
    const sticks = elementsOf(panel, "joystick");
    const picks = elementsOf(panel, "joints", "effectors");
    return mixer.subscribe(() => {
      const pushed = sticks.some(([name]) => mixer.deflection(name).some((part) => part !== 0));
      if (!pushed) return;
      const w = words().operate.caution;
      const idle = sticks.flatMap(([name]) => {
        const deflected = mixer.deflection(name);
        const axes = deflected.flatMap((part, axis) => (part === 0 ? [] : [idleAxisReason(panel, name, axis)]));
        return idleReason(panel, name) || (axes.every(Boolean) ? (axes[0] ?? "") : "");
      });
      const picked = picks.some(([name]) => {
        const value = idleReason(panel, name) ? null : values.get(name);
        return Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined;
      });
      const paused = useLive.getState().session?.state === "ready" && !pressed;
      if (paused) showToast({ id: "idle", kind: "info", title: w.paused });
      else if (idle.some(Boolean)) showToast({ id: "idle", kind: "info", title: idle.find(Boolean) ?? "" });
      else if (picks.length > 0 && !picked) showToast({ id: "idle", kind: "info", title: w.reach, text: w.select });
    });
  }, [panel, pressed]);
}
