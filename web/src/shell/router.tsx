import type { AnchorHTMLAttributes, MouseEvent } from "react";
import { useMemo, useSyncExternalStore } from "react";

/** The screens; the first part of the path names one. */
export const SCREENS = ["home", "operate", "design", "plots", "review", "sweeps"] as const;
export type Screen = (typeof SCREENS)[number];
/** Everything that a path may name first: the screens, the control panel in a window of its own, and pages reached from others. */
export type Place = Screen | "console" | "procedure" | "mango" | "robot" | "zones" | "help";
const PLACES: readonly Place[] = [...SCREENS, "console", "procedure", "mango", "robot", "zones", "help"];

/** Where the page is: `/design/arm/inner?try=2` has screen design, rest ["arm", "inner"]. */
export interface Route {
  path: string;
  /** undefined when there is no such page. */
  screen: Place | undefined;
  /** The parts after the screen, decoded. */
  rest: string[];
  query: URLSearchParams;
}

const heard = new Set<() => void>();
const changed = () => {
  for (const listener of heard) listener();
};
window.addEventListener("popstate", changed);

function subscribe(listener: () => void): () => void {
  heard.add(listener);
  return () => heard.delete(listener);
}

const here = () => window.location.pathname + window.location.search;

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The route of a path. */
export function routeOf(path: string): Route {
  const [way = "", query = ""] = path.split("?");
  const [first, ...rest] = way.split("/").filter(Boolean).map(decoded);
  const screen = first === undefined ? "home" : PLACES.find((name) => name === first);
  return { path, screen, rest, query: new URLSearchParams(query) };
}

/** The current route; the component is drawn anew when it changes. */
export function useRoute(): Route {
  const path = useSyncExternalStore(subscribe, here);
  return useMemo(() => routeOf(path), [path]);
}

/**
 * Goes to a path of the page.
 *
 * @param options.replace Leaves no step to go back to.
 * @param options.from Goes only if the page is still there: what follows from a path, rather than from a person, must
 *   not bring back someone who has just left it (React runs the effects of a screen also when a click has left it).
 */
export function navigate(path: string, options: { replace?: boolean; from?: string } = {}): void {
  if (path === here() || (options.from !== undefined && options.from !== here())) return;
  window.history[options.replace ? "replaceState" : "pushState"](null, "", path);
  changed();
}

/** The path of a screen: `pathOf("review", "2026-11-16/a b")`. */
export function pathOf(screen: Place, ...rest: string[]): string {
  return screen === "home" ? "/" : `/${[screen, ...rest.map(encodeURIComponent)].join("/")}`;
}

/** A link inside the page: goes there without loading it anew; new tabs work as usual. */
export function Link({ href, onClick, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    event.preventDefault();
    navigate(href);
  };
  return <a href={href} onClick={follow} {...rest} />;
}
