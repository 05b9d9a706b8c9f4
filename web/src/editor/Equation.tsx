import { useEffect, useRef, useState } from "react";
import { classes } from "@/ui";
import css from "./Equation.module.css";
import { typesetter } from "./typesetting";

/** Longer than the browser takes to paint what has just been pressed [ms]. */
const AFTER_PAINT = 60;

/** Props of {@link Equation}. */
export interface EquationProps {
  /** LaTeX. */
  tex: string;
  /** In a line of text rather than by itself. */
  inline?: boolean;
  className?: string;
}

/** An equation; what sets it is fetched when the first one is shown, if not before. The source stands there until then. */
export function Equation({ tex, inline = false, className }: EquationProps) {
  const place = useRef<HTMLElement>(null);
  const [plain, setPlain] = useState(false);
  useEffect(() => {
    let wanted = true;
    setPlain(false);
    const set = () =>
      typesetter().then(
        (katex) => {
          if (!wanted || !place.current) return;
          try {
            katex.render(tex, place.current, {
              displayMode: !inline,
              throwOnError: true,
              trust: false,
              strict: "ignore",
              output: "htmlAndMathml",
            });
          } catch {
            setPlain(true);
          }
        },
        () => wanted && setPlain(true),
      );
    // What was pressed is seen first: setting an equation takes longer than the rest of the sheet.
    const later = setTimeout(set, AFTER_PAINT);
    return () => {
      wanted = false;
      clearTimeout(later);
    };
  }, [tex, inline]);
  if (plain) return <code className={classes(css.plain, className)}>{tex}</code>;
  if (inline) return <span ref={place} className={className} />;
  const block = (element: HTMLDivElement | null) => {
    place.current = element;
  };
  return <div ref={block} className={classes(css.equation, className)} data-testid="equation" />;
}
