import type { Rate } from "@/gen/messages";
import { useFormat, useWords } from "@/words";
import css from "./Sweeps.module.css";

/** A rate of success with its interval: 87 %, from 79 to 92 %. */
export function RateText({ rate }: { rate: Rate }) {
  const w = useWords().sweeps;
  const format = useFormat();
  if (!rate.runs) return <span className={css.quiet}>–</span>;
  return (
    <span title={w.confidence} className={css.rate}>
      <b className="num">{format.percent(rate.hits / rate.runs)}</b>{" "}
      <small className={css.quiet}>{w.interval(format.number(100 * rate.low, 0), format.percent(rate.high))}</small>
    </span>
  );
}
