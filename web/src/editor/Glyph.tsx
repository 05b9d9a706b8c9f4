import { classes } from "@/ui";
import css from "./Glyph.module.css";
import type { Quantity, Structure } from "./look";

const SHAPES: Record<Structure, string> = {
  scalar: "M-4.6 0a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0-9.2 0z",
  vector:
    "M-3.1-4.6h6.2a1.5 1.5 0 0 1 1.5 1.5v6.2a1.5 1.5 0 0 1-1.5 1.5h-6.2a1.5 1.5 0 0 1-1.5-1.5v-6.2a1.5 1.5 0 0 1 1.5-1.5z",
  pose: "M-4.5-5.5L5.5 0L-4.5 5.5z",
  logic: "M0-5.8L5.8 0L0 5.8L-5.8 0z",
};

/** Props of {@link Glyph}. */
export interface GlyphProps {
  quantity: Quantity;
  structure: Structure;
  /** Without a wire. */
  hollow?: boolean;
  size?: number;
  className?: string;
}

/** The sign of a port: colour is the quantity, shape the structure, hollow means free. */
export function Glyph({ quantity, structure, hollow, size = 14, className }: GlyphProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="-7 -7 14 14"
      aria-hidden="true"
      className={classes(css.glyph, css[quantity], hollow && css.hollow, className)}
    >
      <path d={SHAPES[structure]} />
    </svg>
  );
}
