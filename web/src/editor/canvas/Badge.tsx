import css from "./BlockNode.module.css";
import type { Fault } from "./nodes";

/** The corner sign of a block with something wrong. */
export function Badge({ fault }: { fault: Fault }) {
  if (!fault) return null;
  return (
    <svg
      width="22"
      height="22"
      viewBox="-11 -11 22 22"
      aria-hidden="true"
      className={`${css.badge} ${fault === "error" ? css.bad : css.warn}`}
    >
      {fault === "error" ? <circle r="9.5" /> : <path d="M0-9.5L10 8.5H-10z" className={css.plate} />}
      <path d={fault === "error" ? "M0-4.5v5M0 3.8v.2" : "M0-3.5v5M0 4.9v.2"} className={css.sign} />
    </svg>
  );
}
