import { pathOf } from "@/shell/router";

/** Address of a sweep for the server. */
export const sweepPath = (name: string): string => `/api/sweeps/${encodeURIComponent(name)}`;

/** Address of a sweep on the page. */
export const shownAt = (name: string): string => pathOf("sweeps", name);

export const NEW = `${pathOf("sweeps")}?new=1`;
