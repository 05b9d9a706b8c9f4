import { BookOpen, X } from "lucide-react";
import { type CSSProperties, useEffect, useRef, useState } from "react";
import { helpPath } from "@/help/paths";
import { setExplain, useExplain } from "@/shell/explain";
import { navigate, useRoute } from "@/shell/router";
import { Button, IconButton } from "@/ui";
import { useWords } from "@/words";
import css from "./Explain.module.css";
import { CONTROLS, descriptionOf, EXPLAINED, nameOf, SCREEN_TOPICS } from "./explanations";

interface Shown {
  element: Element;
  name: string;
  about: string;
  keys: string;
}

/** What comes from a person and would work a control. */
const ACTS = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "dblclick", "contextmenu"] as const;

/** Whether a press must work as ever: on the box of the explanation, and on a stop. */
const spared = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("[data-explanation],[data-stop]") !== null;

const shownOf = (element: Element): Shown => ({
  element,
  name: nameOf(element),
  about: descriptionOf(element),
  keys: element.getAttribute("aria-keyshortcuts") ?? "",
});

/** "What is this?": while it is on, a press on a control or the focus says what it is, and nothing is done. */
export function Explain() {
  const { on } = useExplain();
  return on ? <Explaining /> : null;
}

function Explaining() {
  const w = useWords();
  const { screen } = useRoute();
  const [shown, setShown] = useState<Shown | null>(null);
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const at = (target: EventTarget | null) => {
      if (spared(target) || !(target instanceof Element)) return;
      const control = target.closest(CONTROLS);
      if (control) setShown(shownOf(control));
    };
    const pressed = (event: Event) => {
      if (spared(event.target)) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.type === "pointerdown") at(event.target);
    };
    const focused = (event: FocusEvent) => at(event.target);
    const keyed = (event: KeyboardEvent) => {
      if (event.key === "Escape") setExplain(false);
      else if (event.key !== "Enter" || spared(event.target)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    for (const name of ACTS) window.addEventListener(name, pressed, true);
    window.addEventListener("focusin", focused);
    window.addEventListener("keydown", keyed, true);
    document.documentElement.dataset.explaining = "";
    return () => {
      for (const name of ACTS) window.removeEventListener(name, pressed, true);
      window.removeEventListener("focusin", focused);
      window.removeEventListener("keydown", keyed, true);
      delete document.documentElement.dataset.explaining;
    };
  }, []);
  // The box lies in the layer above all others, dialogs included.
  useEffect(() => {
    const element = box.current;
    element?.showPopover?.();
    return () => element?.hidePopover?.();
  }, []);
  const part = shown && EXPLAINED.find((one) => shown.element.closest(one.part));
  const around = part ?? (screen ? SCREEN_TOPICS[screen] : undefined);
  const anchor = part?.anchor;
  const rect = shown?.element.getBoundingClientRect();
  const more = () => {
    setExplain(false);
    if (around) navigate(helpPath(around.page, anchor));
  };
  return (
    <aside
      ref={box}
      popover="manual"
      className={css.box}
      style={rect ? placed(rect) : undefined}
      data-explanation=""
      data-testid="explanation"
      aria-label={w.help.what}
      role="status"
    >
      <header>
        <b>{shown?.name || (shown && around ? w.help.titles[around.topic] : w.help.what)}</b>
        <IconButton icon={X} size="s" label={w.help.leave} onClick={() => setExplain(false)} />
      </header>
      {!shown && <p>{w.help.howTo}</p>}
      {shown && (
        <>
          {shown.about && <p className={css.about}>{shown.about}</p>}
          {around && (
            <p>
              <b>{w.help.titles[around.topic]}.</b> {w.help.topics[around.topic]}
            </p>
          )}
          {shown.keys && <p>{w.help.key(shown.keys.replace("Control", "Ctrl"))}</p>}
          {around && (
            <Button size="s" icon={BookOpen} onClick={more}>
              {w.help.more}
            </Button>
          )}
        </>
      )}
    </aside>
  );
}

const WIDTH = 320;
const GAP = 10;

/** Beside the control, on the side that has room. */
function placed(rect: DOMRect): CSSProperties {
  const width = Math.min(WIDTH, window.innerWidth - 2 * GAP);
  const left = Math.max(GAP, Math.min(rect.left, window.innerWidth - width - GAP));
  const below = rect.bottom + GAP < window.innerHeight * 0.66;
  const top = Math.min(rect.bottom + GAP, window.innerHeight - 80);
  const bottom = Math.max(GAP, window.innerHeight - Math.max(rect.top, 90) + GAP);
  return below ? { left, top, bottom: "auto", width } : { left, bottom, top: "auto", width };
}
