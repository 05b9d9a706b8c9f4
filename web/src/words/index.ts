import { create } from "zustand";
import { en } from "./en";
import { Format, type Language } from "./format";
import { ru } from "./ru";

export { Format, type Language, type Said, said, saidBy } from "./format";

/** Every word for people, by screen. An entry is a string or a function of values. */
export type Words = typeof en;

const dictionaries: Record<Language, Words> = { en, ru };
const formats: Record<Language, Format> = { en: new Format("en"), ru: new Format("ru") };
const PLACE = "pult.language";

function firstLanguage(): Language {
  try {
    const kept = localStorage.getItem(PLACE);
    if (kept === "en" || kept === "ru") return kept;
  } catch {
    // storage is forbidden or absent: the browser's language decides
  }
  return typeof navigator !== "undefined" && /^ru/i.test(navigator.language ?? "") ? "ru" : "en";
}

const useStore = create<{ language: Language }>(() => ({ language: firstLanguage() }));

/** The current language; the component is drawn anew when it changes. */
export const useLanguage = (): Language => useStore((state) => state.language);

/** The current dictionary: `const w = useWords(); w.common.close`. */
export const useWords = (): Words => dictionaries[useLanguage()];

/** Numbers, units, times in the current language. */
export const useFormat = (): Format => formats[useLanguage()];

/** The current language outside of components. */
export const language = (): Language => useStore.getState().language;

/** The current dictionary outside of components. */
export const words = (): Words => dictionaries[language()];

/** The current formats outside of components. */
export const format = (): Format => formats[language()];

/** Be told when the language changes; returns how to end that. */
export const onLanguage = (told: (language: Language) => void): (() => void) =>
  useStore.subscribe((now, before) => now.language !== before.language && told(now.language));

/** Switches the language of the whole page and keeps the choice. */
export function setLanguage(next: Language): void {
  try {
    localStorage.setItem(PLACE, next);
  } catch {
    // the choice then lasts for this page only
  }
  if (typeof document !== "undefined") document.documentElement.lang = next;
  useStore.setState({ language: next });
}
