/** Gamepads: read at every frame, passed on through the mixer. */

import { useEffect, useRef, useState } from "react";
import type { PanelDocument } from "@/gen/documents";
import { elementsOf } from "@/model/panel/elements";
import { type PadAction, PadReader } from "@/model/panel/gamepad";
import { findHandButton } from "@/model/panel/hands";
import { optionsOf } from "@/model/panel/roles";
import { mixer, pick, values } from "@/panel";
import { startOrPause, stop } from "./actions";
import { next, nextFrame, nextMode } from "./useMovingKeys";

function walkJoints(panel: PanelDocument, by: 1 | -1): void {
  const joints = optionsOf(panel, "joints");
  const picked = joints.findIndex(({ element, name }) => {
    const value = values.get(element);
    return Array.isArray(value) && (value as readonly string[]).includes(name);
  });
  const to = joints.at(picked < 0 ? (by > 0 ? 0 : -1) : (picked + by) % joints.length);
  if (to) pick(to.element, to.name);
}

function nextEffector(panel: PanelDocument): void {
  const effectors = optionsOf(panel, "effectors");
  const now = effectors.find(({ element, name }) => values.get(element) === name);
  const to = now ? next(effectors, now) : effectors[0];
  if (to && to !== now) pick(to.element, to.name);
}

function perform(action: PadAction, panel: PanelDocument | null): void {
  if (action === "stop") stop();
  else if (action === "pause") void startOrPause();
  else if (!panel) return;
  else if (action === "mode") nextMode(panel);
  else if (action === "frame") nextFrame(panel);
  else if (action === "effector") nextEffector(panel);
  else if (action === "joint-next") walkJoints(panel, 1);
  else if (action === "joint-before") walkJoints(panel, -1);
}

/** Listens to gamepads; returns the number of the one that is used, 0 if none is connected. */
export function useGamepads(panel: PanelDocument | null): number {
  const [number, setNumber] = useState(0);
  const latest = useRef(panel);
  latest.current = panel;
  useEffect(() => {
    const reader = new PadReader();
    let used = -1;
    let frame = 0;
    const letGo = () => {
      const now = latest.current;
      if (!now) return;
      for (const [stick] of elementsOf(now, "joystick")) mixer.move("gamepad", stick, []);
      for (const [button] of elementsOf(now, "button")) mixer.press("gamepad", button, false);
    };
    const read = () => {
      frame = requestAnimationFrame(read);
      const pad = navigator.getGamepads()[used];
      const now = latest.current;
      if (!pad?.connected) return;
      const enable = now?.enable && now.elements[now.enable]?.type === "button" ? now.enable : "";
      const said = reader.read(pad, enable !== "");
      // a stop counts always; everything else is for the window that the hand is at
      for (const action of said.actions) if (action === "stop" || document.hasFocus()) perform(action, now);
      if (!now || !document.hasFocus()) return;
      const stick = elementsOf(now, "joystick")[0]?.[0];
      if (stick) mixer.move("gamepad", stick, said.deflection);
      if (enable) mixer.press("gamepad", enable, said.enable);
      const [open, close] = [findHandButton(now, "open"), findHandButton(now, "close")];
      if (open) mixer.press("gamepad", open, said.open > 0.5);
      if (close) mixer.press("gamepad", close, said.close > 0.5);
    };
    const look = () => {
      const pads = navigator.getGamepads?.() ?? [];
      const found = pads.find((pad) => pad?.connected);
      const before = used;
      used = found?.index ?? -1;
      if (before >= 0 && used !== before) letGo();
      setNumber(used + 1);
      cancelAnimationFrame(frame);
      if (used >= 0) frame = requestAnimationFrame(read);
    };
    window.addEventListener("gamepadconnected", look);
    window.addEventListener("gamepaddisconnected", look);
    look();
    return () => {
      window.removeEventListener("gamepadconnected", look);
      window.removeEventListener("gamepaddisconnected", look);
      cancelAnimationFrame(frame);
      letGo();
    };
  }, []);
  return number;
}
