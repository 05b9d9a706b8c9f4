import { useEffect, useId, useRef } from "react";
import { hub } from "@/link/live";
import { useFormat } from "@/words";

/** Values are read ten times a second. */
const EVERY = 100;

/** The signal that is there among names it may have. */
export const knownSignal = (names: readonly string[]): string | undefined =>
  names.find((name) => hub.directory.channel(name));

/** A few numbers of a signal in words. */
export function signalText(name: string, number: (value: number) => string): string {
  const values = hub.values(name);
  if (values.length === 0 || values.every(Number.isNaN)) return "";
  if (values.length === 1) return number(values[0] ?? Number.NaN);
  const shown = values.slice(0, 3).map(number).join(" ");
  return values.length > 3 ? `${shown} …` : shown;
}

/** Props of {@link LiveText}. */
export interface LiveTextProps {
  names: readonly string[];
  className?: string;
}

/** The present value of a signal, written past React ten times a second. */
export function LiveText({ names, className }: LiveTextProps) {
  const place = useRef<HTMLSpanElement>(null);
  const owner = useId();
  const format = useFormat();
  const key = names.join();
  useEffect(() => {
    const wanted = key.split(",").filter(Boolean);
    hub.want(owner, wanted);
    const show = () => {
      const name = knownSignal(wanted);
      const text = name ? signalText(name, (value) => short(value, format.number.bind(format))) : "";
      if (place.current && place.current.textContent !== text) place.current.textContent = text;
    };
    show();
    const timer = window.setInterval(show, EVERY);
    return () => {
      window.clearInterval(timer);
      hub.want(owner, []);
    };
  }, [key, owner, format]);
  return <span ref={place} className={className} />;
}

/** About three figures, always as wide: 0.842, 12.40, 120.0. */
export function short(value: number, number: (value: number, decimals: number) => string): string {
  const size = Math.abs(value);
  if (size >= 1e5) return value.toExponential(2);
  return number(value, size < 1 ? 3 : size < 100 ? 2 : size < 1000 ? 1 : 0);
}
