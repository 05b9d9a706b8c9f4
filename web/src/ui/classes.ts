/** Joins the names of classes that are there. */
export const classes = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(" ");
