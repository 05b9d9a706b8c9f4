import { useSyncExternalStore } from "react";

const query = window.matchMedia("(min-width: 1200px)");

const subscribe = (listener: () => void): (() => void) => {
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
};

/** Whether the window has room for the full layout. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => query.matches);
