import { pathOf } from "@/shell/router";

/** The address of a page of the manual, and of a heading on it. */
export const helpPath = (page: string, anchor = ""): string =>
  `${pathOf("help", page)}${anchor ? `?at=${encodeURIComponent(anchor)}` : ""}`;
