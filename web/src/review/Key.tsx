import { classes } from "@/ui";
import css from "./Key.module.css";

export type Letter = "a" | "b";

/** The letter of an attempt in its colour. */
export function Key({ of, className }: { of: Letter; className?: string }) {
  return <span className={classes(css.key, css[of], className)}>{of.toUpperCase()}</span>;
}
