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
  className?: string;
}

/** An equation; what sets it is fetched when the first one is shown, if not before. The source stands there until then. */
export function Equation({ tex, className }: EquationProps) {
  const place = useRef<HTMLDivElement>(null);
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
              displayMode: true,
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
  }, [tex]);
  if (plain) return <code className={classes(css.plain, className)}>{tex}</code>;
  return <div ref={place} className={classes(css.equation, className)} data-testid="equation" />;
}
