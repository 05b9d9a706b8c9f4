import { useEffect, useRef } from "react";
import { create } from "zustand";
import { type Chord, chordOf, RESERVED, type ReservedAction, refusal } from "@/model/keys";
import { isBoolean, keep, kept } from "@/ui/keep";
import { type Words, words } from "@/words";

/** One key and what it does. */
export interface Shortcut {
  /** Keys by place (`KeyM`, `Ctrl+KeyG`, `ArrowUp`); several do the same. */
  keys?: Chord | readonly Chord[];
  /** Instead of keys: one of the reserved actions (Space, Esc, ?, Ctrl+K, undo, redo). */
  action?: ReservedAction;
  /** What it does, for the help overlay; leave it out to keep it unlisted. */
  label?: string | ((w: Words) => string);
  /** On the press; repeats of a held key do not come here unless `repeats`. */
  run: (event: KeyboardEvent) => void;
  /** On the release, and when the page loses focus. */
  release?: () => void;
  /** Whether it acts now; a key that does not act goes on to the next one registered. */
  when?: () => boolean;
  /** Shift does not matter to the match (`event.shiftKey` still tells): moving with Shift is fine moving. */
  withShift?: boolean;
  repeats?: boolean;
  /** Acts in text fields too. */
  inText?: boolean;
}

/** Keys of one place of the page. */
export interface KeyScope {
  /** Heading in the help overlay. */
  title: string | ((w: Words) => string);
  list: readonly Shortcut[];
}

/** Everything registered now, the newest last; the help overlay lists it. */
export const useKeys = create<{ scopes: readonly KeyScope[]; letters: boolean }>(() => ({
  scopes: [],
  letters: kept("keys.letters", true, isBoolean),
}));

/** Turns the single-letter keys on or off; the choice is kept. */
export function setLetters(letters: boolean): void {
  keep("keys.letters", letters);
  useKeys.setState({ letters });
}

/** A text that may depend on the language. */
export const told = (text: string | ((w: Words) => string) | undefined): string =>
  typeof text === "function" ? text(words()) : (text ?? "");

/** The chords of a shortcut. */
export function chordsOf(shortcut: Shortcut): readonly Chord[] {
  if (shortcut.action) return [RESERVED[shortcut.action]];
  return typeof shortcut.keys === "string" ? [shortcut.keys] : (shortcut.keys ?? []);
}

/** Whether keys are for some places of the page (a selector): nothing is open over them, and no other has the focus. */
export function keysAreFor(places: string): boolean {
  if (document.querySelector("[role=dialog],[role=menu]")) return false;
  const at = document.activeElement;
  return !at || at === document.body || at.closest(places) !== null;
}

/** Registers keys while the caller wants them; returns what takes them back. */
export function registerKeys(scope: KeyScope): () => void {
  for (const shortcut of scope.list) {
    const wrong = !shortcut.action && chordsOf(shortcut).map(refusal).find(Boolean);
    if (wrong) throw new Error(wrong);
  }
  useKeys.setState(({ scopes }) => ({ scopes: [...scopes, scope] }));
  return () => useKeys.setState(({ scopes }) => ({ scopes: scopes.filter((other) => other !== scope) }));
}

/**
 * Registers keys while the component is on the page. The handlers may change at every drawing; the keys may not.
 *
 *     useShortcuts((w) => w.operate.title, [{ keys: "KeyP", label: (w) => w.operate.pause, run: pause }]);
 */
export function useShortcuts(title: KeyScope["title"], list: readonly Shortcut[]): void {
  const latest = useRef(list);
  latest.current = list;
  const heading = useRef(title);
  heading.current = title;
  const shape = JSON.stringify(list.map(chordsOf));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chords alone decide when to register anew
  useEffect(() => {
    const live = latest.current.map(
      (shortcut, at): Shortcut => ({
        ...shortcut,
        label: shortcut.label && (() => told(latest.current[at]?.label)),
        run: (event) => latest.current[at]?.run(event),
        release: shortcut.release && (() => latest.current[at]?.release?.()),
        when: () => latest.current[at]?.when?.() ?? true,
      }),
    );
    return registerKeys({ title: () => told(heading.current), list: live });
  }, [shape]);
}

/** Whether an element takes text, so that letters are for it. */
export function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement)
    return !/^(checkbox|radio|range|button|submit|reset|color|file)$/.test(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}

const held = new Map<string, Shortcut>();

function find(event: KeyboardEvent): Shortcut | undefined {
  const chord = chordOf(event);
  const plain = chord.replace("Shift+", "");
  const text = takesText(event.target);
  // whoever moves finely holds Shift, and a list of choices is not typed into: Space stops there too
  const stops = event.code === "Space" && (!text || event.target instanceof HTMLSelectElement);
  const { scopes, letters } = useKeys.getState();
  const letter = /^(Shift\+)?(Key|Digit)\w$/.test(chord);
  for (const scope of [...scopes].reverse()) {
    for (const shortcut of scope.list) {
      if (shortcut.action === "stop") {
        if (stops && (shortcut.when?.() ?? true)) return shortcut;
        continue;
      }
      const free = !text || shortcut.inText || shortcut.action === "find" || shortcut.action === "cancel";
      if (!free || (letter && !letters)) continue;
      const fits = chordsOf(shortcut).some((keys) => keys === chord || (shortcut.withShift && keys === plain));
      if (fits && (shortcut.when?.() ?? true)) return shortcut;
    }
  }
  return undefined;
}

function pressed(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const shortcut = find(event);
  if (!shortcut) return;
  event.preventDefault();
  if (event.repeat && !shortcut.repeats) return;
  if (shortcut.release) held.set(event.code, shortcut);
  shortcut.run(event);
}

/** Stop comes before everything on the page: buttons and sliders do not see a Space that stops. */
function stopFirst(event: KeyboardEvent): void {
  if (event.code !== "Space") return;
  const shortcut = find(event);
  if (shortcut?.action !== "stop") return;
  event.preventDefault();
  event.stopPropagation();
  if (!event.repeat) shortcut.run(event);
}

function released(event: KeyboardEvent): void {
  held.get(event.code)?.release?.();
  held.delete(event.code);
  // A browser presses a focused button on the release of Space; a stop must not press it too.
  if (event.code === "Space" && find(event)?.action === "stop") event.preventDefault();
}

function letGo(): void {
  for (const shortcut of held.values()) shortcut.release?.();
  held.clear();
}

/** Starts to listen; called once by the page. Returns what ends it. */
export function listenToKeys(): () => void {
  const hidden = () => document.hidden && letGo();
  window.addEventListener("keydown", stopFirst, true);
  window.addEventListener("keydown", pressed);
  window.addEventListener("keyup", released, true);
  window.addEventListener("blur", letGo);
  document.addEventListener("visibilitychange", hidden);
  return () => {
    window.removeEventListener("keydown", stopFirst, true);
    window.removeEventListener("keydown", pressed);
    window.removeEventListener("keyup", released, true);
    window.removeEventListener("blur", letGo);
    document.removeEventListener("visibilitychange", hidden);
  };
}
