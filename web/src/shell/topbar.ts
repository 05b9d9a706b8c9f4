import { type ReactNode, useEffect } from "react";
import { create } from "zustand";

/** One step of the place at the left of the top bar. */
export interface Crumb {
  label: string;
  href?: string;
}

interface TopBarState {
  crumbs: readonly Crumb[];
  badge: ReactNode;
  items: readonly { id: string; node: ReactNode; order: number }[];
  /** Where each workspace was left, so that its link returns there. */
  last: Readonly<Record<string, string>>;
}

/** What screens put into the top bar. */
export const useTopBar = create<TopBarState>(() => ({ crumbs: [], badge: null, items: [], last: {} }));

/** Says where the page is: crumbs after the logo and a badge after them. Cleared when the screen leaves. */
export function usePlace(crumbs: readonly Crumb[], badge: ReactNode = null): void {
  const shape = JSON.stringify(crumbs);
  useEffect(() => {
    useTopBar.setState({ crumbs: JSON.parse(shape) as Crumb[], badge });
  }, [shape, badge]);
  useEffect(() => () => useTopBar.setState({ crumbs: [], badge: null }), []);
}

/** Puts something at the right of the top bar while the component is on the page; smaller `order` stands first. */
export function useTopBarItem(id: string, node: ReactNode, order = 0): void {
  useEffect(() => {
    useTopBar.setState(({ items }) => ({
      items: [...items.filter((item) => item.id !== id), { id, node, order }].sort((a, b) => a.order - b.order),
    }));
  }, [id, node, order]);
  useEffect(() => () => useTopBar.setState(({ items }) => ({ items: items.filter((item) => item.id !== id) })), [id]);
}

/** The link of a workspace remembers this path (e.g. the exercise that runs) until it is told another. */
export function rememberPlace(screen: string, path: string): void {
  useTopBar.setState(({ last }) => ({ last: { ...last, [screen]: path } }));
}
