import type { MangoMount } from "@/gen/messages";
import { useFormat, useWords } from "@/words";
import css from "./Mango.module.css";

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [320, 150, 34, 22];

/** Moment arm of a cylinder over its stroke. */
export function Curve({ mount, title, id }: { mount: MangoMount; title: string; id: string }) {
  const w = useWords().mango;
  const format = useFormat();
  const most = Math.max(...mount.moment_arm);
  const full = mount.stroke.at(-1) ?? 1;
  const x = (stroke: number) => LEFT + ((WIDTH - LEFT - 8) * stroke) / full;
  const y = (arm: number) => HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - 10) * arm) / most;
  const points = mount.stroke.map((stroke, index) => `${x(stroke)},${y(mount.moment_arm[index] ?? 0)}`).join(" ");
  const mm = (value: number) => format.number(1e3 * value, 0);
  return (
    <figure className={css.curve} data-testid={id}>
      <figcaption>
        <b>{title}</b>
        <span className={css.quiet}>{w.mounts(format.number(1e3 * mount.k, 1), format.number(1e3 * mount.p, 1))}</span>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${w.momentArm}: ${title}`}>
        <path className={css.axis} d={`M${LEFT} 6V${HEIGHT - BOTTOM}H${WIDTH - 6}`} />
        <polyline className={css.line} points={points} />
        <text x={LEFT - 4} y={y(most) + 4} textAnchor="end">
          {mm(most)}
        </text>
        <text x={LEFT - 4} y={HEIGHT - BOTTOM} textAnchor="end">
          0
        </text>
        <text x={LEFT} y={HEIGHT - 6}>
          0
        </text>
        <text x={WIDTH - 8} y={HEIGHT - 6} textAnchor="end">
          {w.strokeMm(mm(full))}
        </text>
        <text x={LEFT + 6} y={HEIGHT - BOTTOM - 6}>
          {w.momentArmMm}
        </text>
      </svg>
    </figure>
  );
}
