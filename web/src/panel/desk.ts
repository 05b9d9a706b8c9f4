/** The panel that this page operates: what it is set to, and the way of every input to the session. */

import { useSyncExternalStore } from "react";
import type { PanelDocument } from "@/gen/documents";
import { hub, input, useLive } from "@/link/live";
import { elementsOf, type PanelValue } from "@/model/panel/elements";
import { InputMixer } from "@/model/panel/mixer";
import { PanelValues } from "@/model/panel/values";
import { showToast } from "@/ui";

export const values = new PanelValues();

/** Longest time until an input is sent [ms]. */
const LATEST = 25;

let rehearsing = false;

/** While a panel is only tried out, what is done with it stays on this page: nothing is sent to a session. */
export function rehearse(on: boolean): void {
  rehearsing = on;
}

export const mixer = new InputMixer({
  send: (sent) => {
    if (rehearsing) return;
    void input(sent).then((answer) => {
      if (answer.ok) return;
      values.refused(Object.keys(sent));
      if (mixer.open && answer.error) showToast({ id: "panel-refused", kind: "info", title: answer.error });
    });
  },
  schedule: (run) => {
    // with the next picture, but not as late as one that takes long to draw
    let done = false;
    const once = () => {
      if (done) return;
      done = true;
      run();
    };
    requestAnimationFrame(once);
    window.setTimeout(once, LATEST);
  },
});

useLive.subscribe(({ events, mine }, before) => {
  const event = events.at(-1);
  if (!mine || events === before.events || event?.kind !== "link-late") return;
  const { cause } = (event.data ?? {}) as { cause?: unknown };
  // a hand that was elsewhere begins anew; one that was only late still holds the stick
  if (cause === "hidden" || cause === "focus") mixer.neutral();
  else mixer.repeat();
});

/** Take another panel; `start` is what stands otherwise at the start than the panel says. */
export function loadPanel(panel: PanelDocument | null, start: Record<string, unknown> = {}): void {
  const sticks = panel ? elementsOf(panel, "joystick") : [];
  mixer.configure(new Map(sticks.map(([name, stick]) => [name, stick.axes ?? 2])));
  values.load(panel, start as Record<string, PanelValue>);
}

/** Set elements: shown at once, sent with the next frame. */
export function setValues(changes: Record<string, PanelValue>): void {
  if (!mixer.open) return;
  values.set(changes, performance.now());
  mixer.set(changes);
}

/** Take over what the session says of the panel. */
export function hearSession(): void {
  values.hear((signal) => hub.values(signal), performance.now());
}

/** How a stick is held: by this page, or by whoever else has the panel. */
export function deflectionOf(stick: string): readonly number[] {
  const said = mixer.open ? undefined : values.get(stick);
  return Array.isArray(said) ? (said as readonly number[]) : mixer.deflection(stick);
}

/** Whether a button is held, by this page or by whoever else has the panel. */
export function useHeld(button: string): boolean {
  const here = useSyncExternalStore(
    (listener) => mixer.subscribe(listener),
    () => mixer.held(button),
  );
  const said = useValue(button) === true;
  return here || (said && !mixer.open);
}

/** What an element is set to; the component is drawn anew when that changes. */
export function useValue(name: string): PanelValue | undefined {
  return useSyncExternalStore(values.subscribe, () => values.get(name));
}
