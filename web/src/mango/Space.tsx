import type { MangoLook } from "@/gen/messages";
import { useWords } from "@/words";
import css from "./Mango.module.css";

/** Border of the drawing around everything [m]. */
const MARGIN = 0.06;

/** The work space with the arm in it, seen from above: x to the right, y up. */
export function Space({ look, stale }: { look: MangoLook; stale: boolean }) {
  const w = useWords().mango;
  const points = [...look.border, ...look.pose, ...look.mounts.flatMap(({ begin, end }) => [begin, end])];
  const xs = points.map(([x = 0]) => x);
  const ys = points.map(([, y = 0]) => y);
  const [left, right] = [Math.min(...xs) - MARGIN, Math.max(...xs) + MARGIN];
  const [low, high] = [Math.min(...ys) - MARGIN, Math.max(...ys) + MARGIN];
  const at = ([x = 0, y = 0]: readonly number[]) => `${x},${-y}`;
  return (
    <svg
      viewBox={`${left} ${-high} ${right - left} ${high - low}`}
      className={css.space}
      role="img"
      aria-label={w.space}
      data-testid="work-space"
      data-stale={stale}
    >
      <polygon className={css.border} points={look.border.map(at).join(" ")} />
      <polyline className={css.links} points={look.pose.map(at).join(" ")} />
      {look.mounts.map(({ begin, end }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shoulder and elbow, always these two
        <g key={index} className={css.cylinder}>
          <polyline points={[begin, end].map(at).join(" ")} />
          <circle cx={begin[0]} cy={-(begin[1] ?? 0)} r={0.009} />
          <circle cx={end[0]} cy={-(end[1] ?? 0)} r={0.009} />
        </g>
      ))}
      {look.pose.map(([x = 0, y = 0], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shoulder, elbow and hand
        <circle key={index} className={css.joint} cx={x} cy={-y} r={0.014} />
      ))}
    </svg>
  );
}
