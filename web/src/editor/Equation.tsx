import { useEffect, useRef, useState } from "react";
import { classes } from "@/ui";
import css from "./Equation.module.css";

/** Props of {@link Equation}. */
export interface EquationProps {
  /** LaTeX. */
  tex: string;
  className?: string;
}

/** An equation; what sets it is loaded when the first one is shown. The source stands there until then. */
export function Equation({ tex, className }: EquationProps) {
  const place = useRef<HTMLDivElement>(null);
  const [plain, setPlain] = useState(false);
  useEffect(() => {
    let wanted = true;
    setPlain(false);
    Promise.all([import("katex"), import("katex/dist/katex.min.css")]).then(
      ([{ default: katex }]) => {
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
    return () => {
      wanted = false;
    };
  }, [tex]);
  if (plain) return <code className={classes(css.plain, className)}>{tex}</code>;
  return <div ref={place} className={classes(css.equation, className)} data-testid="equation" />;
}
