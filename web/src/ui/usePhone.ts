import { useSyncExternalStore } from "react";

const query = window.matchMedia("(max-width: 640px)");

const subscribe = (listener: () => void): (() => void) => {
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
};

/** Whether the window is as narrow as a phone held upright: what stands side by side elsewhere stands in a column. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => query.matches);
