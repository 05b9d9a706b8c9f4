import css from "./Logo.module.css";

/** The sign of the studio: a stick pushed to the edge of its ring. */
export function Logo({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true" className={css.logo}>
      <rect width="20" height="20" rx="5.5" className={css.plate} />
      <circle cx="10" cy="10" r="5.7" className={css.ring} />
      <path d="M9.7 10.3 13.6 6.4" className={css.stick} />
      <circle cx="13.9" cy="6.1" r="2.3" className={css.knob} />
    </svg>
  );
}
