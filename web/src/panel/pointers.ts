/** Hands on a stick: mouse, pen and fingers, from the press to letting go. */

import { type PointerEvent, useRef } from "react";
import type { Joystick as JoystickElement } from "@/gen/documents";
import { FINE } from "@/model/panel/stick";
import { usePanel } from "./context";
import { mixer } from "./desk";

/** Deflections by axis. */
type Deflection = Partial<Record<0 | 1 | 2, number>>;

interface Held {
  pointer: number;
  /** Where the centre is [px in the window]. */
  x: number;
  y: number;
  /** Pixels to full deflection. */
  reach: number;
}

export type PointerStick = ReturnType<typeof usePointerStick>;

/** Shares of a stick that pointers hold: pad and lever may be held by two fingers at once. */
export function usePointerStick(name: string, element: JoystickElement) {
  const { panel } = usePanel();
  const asked = useRef<[number, number, number]>([0, 0, 0]);
  const enable = panel.enable && panel.elements[panel.enable]?.type === "button" ? panel.enable : "";
  const move = (change: Deflection) => {
    for (const axis of [0, 1, 2] as const) asked.current[axis] = change[axis] ?? asked.current[axis];
    mixer.move("pointer", name, asked.current);
  };
  /** The hand on the stick holds the enabling button too: a mouse has no second hand. */
  const grip = (held: boolean) => enable && mixer.press("pointer", enable, held);
  return { move, grip, holds: element.return === "hold" };
}

/**
 * What pointers do to a part of a stick, as handlers of its element.
 *
 * @param centre Where it springs back to.
 * @param reach Pixels to full deflection, for the element's box.
 * @param deflected The deflection for a way from the centre [px], right and down.
 */
export function useGrip(
  stick: PointerStick,
  centre: Deflection,
  reach: (box: DOMRect) => number,
  deflected: (right: number, down: number, reach: number) => Deflection,
) {
  const held = useRef<Held | null>(null);
  const follow = (event: PointerEvent) => {
    const at = held.current;
    if (at?.pointer !== event.pointerId) return;
    const asked = deflected(event.clientX - at.x, event.clientY - at.y, at.reach);
    const scale = event.shiftKey ? FINE : 1;
    stick.move(Object.fromEntries(Object.entries(asked).map(([axis, part]) => [axis, part * scale])));
  };
  const drop = (event: PointerEvent) => {
    if (held.current?.pointer !== event.pointerId) return;
    held.current = null;
    if (!stick.holds || event.type === "pointercancel") stick.move(centre);
    stick.grip(false);
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || held.current || !mixer.open) return;
      held.current = begin(event, reach);
      stick.grip(true);
      follow(event);
    },
    onPointerMove: follow,
    onPointerUp: drop,
    onPointerCancel: drop,
    onLostPointerCapture: drop,
    onDoubleClick: () => stick.move(centre),
  };
}

function begin(event: PointerEvent<Element>, reach: (box: DOMRect) => number): Held {
  const target = event.currentTarget;
  target.setPointerCapture(event.pointerId);
  const box = target.getBoundingClientRect();
  const centred = event.pointerType === "mouse";
  return {
    pointer: event.pointerId,
    x: centred ? box.left + box.width / 2 : event.clientX,
    y: centred ? box.top + box.height / 2 : event.clientY,
    reach: reach(box),
  };
}
