import { type CSSProperties, type ReactNode, useEffect, useState } from "react";
import { useWords } from "@/words";
import { classes } from "./classes";
import css from "./Progress.module.css";

/** Props of {@link Progress}. */
export interface ProgressProps {
  /** The share done, 0 to 1; leave it out when it is not known. */
  share?: number;
  /** What is being done, e.g. “Compiling the scheme”; shown above the bar. */
  label: string;
  /** At the end of the label's line: “12 of 31 meshes”. */
  detail?: ReactNode;
  /** Only the bar; the label is for readers. */
  bare?: boolean;
  className?: string;
}

/** How far a long work is. */
export function Progress({ share, label, detail, bare, className }: ProgressProps) {
  const done = share === undefined ? undefined : Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <div className={classes(css.progress, className)}>
      {!bare && (
        <div className={css.line}>
          <span>{label}</span>
          {detail && <span className={css.detail}>{detail}</span>}
        </div>
      )}
      <div
        className={css.track}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={done}
      >
        <span
          className={classes(css.bar, done === undefined && css.unknown)}
          style={done === undefined ? undefined : ({ "--share": done / 100 } as CSSProperties)}
        />
      </div>
    </div>
  );
}

/** Props of {@link Skeleton}. */
export interface SkeletonProps {
  width?: number | string;
  height?: number | string;
  /** So many lines of text instead of one box. */
  lines?: number;
  /** Milliseconds before anything shows: quick answers never flash. */
  after?: number;
  className?: string;
}

/** The place of something that is loading; it shows after 200 ms. */
export function Skeleton({ width = "100%", height = 14, lines = 1, after = 200, className }: SkeletonProps) {
  const w = useWords();
  const [late, setLate] = useState(after === 0);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), after);
    return () => clearTimeout(timer);
  }, [after]);
  return (
    <div role="status" aria-label={w.common.loading} className={classes(css.skeletons, !late && css.hidden, className)}>
      {Array.from({ length: lines }, (_, line) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: grey lines are all alike
          key={line}
          className={css.skeleton}
          style={{ height, width: lines > 1 && line === lines - 1 ? "60%" : width }}
        />
      ))}
    </div>
  );
}
