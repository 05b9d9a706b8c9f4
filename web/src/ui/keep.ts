import { useCallback, useState } from "react";

/** Reads a value kept in this browser; the fallback when there is none or it does not fit. */
export function kept<T>(key: string, fallback: T, fits: (value: unknown) => value is T): T {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(`pult.${key}`) ?? "null");
    return fits(value) ? value : fallback;
  } catch {
    return fallback;
  }
}

/** Keeps a value in this browser; silently does not where storage is forbidden. */
export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(`pult.${key}`, JSON.stringify(value));
  } catch {
    // the value then lasts for this page only
  }
}

/** State that outlives the page: `useKept("plots.open", false, isBoolean)`. */
export function useKept<T>(key: string, fallback: T, fits: (value: unknown) => value is T): [T, (value: T) => void] {
  const [value, setValue] = useState(() => kept(key, fallback, fits));
  const change = useCallback(
    (next: T) => {
      keep(key, next);
      setValue(next);
    },
    [key],
  );
  return [value, change];
}

export const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
export const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";
export const isString = (value: unknown): value is string => typeof value === "string";
