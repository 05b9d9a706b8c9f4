import { useMemo, useState } from "react";
import type { ZoneQuery, ZoneWay } from "@/gen/messages";
import { NumberField, Skeleton, Slider, Switch } from "@/ui";
import { useFormat, useWords } from "@/words";
import { Drawing } from "./Drawing";
import { useZone } from "./useZone";
import css from "./Zones.module.css";

const DEGREE = Math.PI / 180;

/** What sliders set: degrees, and metres in the vertical plane. Least, largest, step. */
const RANGES = {
  pitch: [-180, 180, 1],
  roll: [-179, 179, 1],
  x: [-0.7, 1.4, 0.005],
  z: [-0.7, 1.5, 0.005],
} as const;
type Set = Record<keyof typeof RANGES, number>;
const KEYS = ["pitch", "roll", "x", "z"] as const;
const FIRST: Set = { pitch: -26, roll: 0, x: 1.1, z: 0.61 };
const isAngle = (key: keyof Set) => key === "pitch" || key === "roll";

/** A held object, as CONFIG has it: its angle to the grab axis [rad], height, distance and length [m]. */
const HELD = {
  angle: { unit: "rad", shown: "deg", min: -Math.PI, max: Math.PI },
  height: { unit: "m", shown: "mm", min: -0.5, max: 0.5 },
  distance: { unit: "m", shown: "mm", min: 0.05, max: 1 },
  length: { unit: "m", shown: "mm", min: 0, max: 1 },
} as const;
type Held = Record<keyof typeof HELD, number>;
const HELD_KEYS = ["angle", "height", "distance", "length"] as const;
/** A rod of 300 mm that hangs down from the fingers. */
const ROD: Held = { angle: Math.PI / 2, height: 0, distance: 0.33, length: 0.3 };

/**
 * The screen "Work zones of PRM-1": drag the pitch, see the zone; click a point, see all configurations reaching it; let
 * the grab roll and hold an object, and both follow.
 */
export default function ZonesScreen() {
  const w = useWords().zones;
  const format = useFormat();
  const [set, setSet] = useState<Set>(FIRST);
  const [chosen, setChosen] = useState(-1);
  const [held, setHeld] = useState<Held>(ROD);
  const [holds, setHolds] = useState(false);
  const query = useMemo<ZoneQuery>(
    () => ({
      pitch: set.pitch * DEGREE,
      roll: set.roll * DEGREE,
      point: [set.x, set.z],
      held: holds ? HELD_KEYS.map((key) => held[key]) : [],
    }),
    [set, held, holds],
  );
  const { look, problem } = useZone(query);
  const shown = (key: keyof Set) => w.values[key](format.number(set[key], isAngle(key) ? 0 : 3));
  const angles = (way: ZoneWay) => way.angles.map((angle) => format.number(angle / DEGREE, 1));
  return (
    <div className={css.page} data-testid="zones">
      <header className={css.head}>
        <h1>{w.title}</h1>
        <p className={css.quiet}>{w.hint}</p>
      </header>
      <div className={css.columns}>
        <section className={css.frame} aria-label={w.drawing}>
          {look ? (
            <Drawing
              look={look}
              point={[set.x, set.z]}
              chosen={chosen}
              onPick={([x, z]) => setSet((last) => ({ ...last, x, z }))}
            />
          ) : (
            <Skeleton height={420} />
          )}
        </section>
        <div className={css.side}>
          <section aria-label={w.wanted} className={css.sheet}>
            {KEYS.map((key) => (
              <div key={key} className={css.row} data-testid={`slider-${key}`}>
                <Slider
                  label={w.labels[key]}
                  labelled
                  value={set[key]}
                  min={RANGES[key][0]}
                  max={RANGES[key][1]}
                  step={RANGES[key][2]}
                  said={shown(key)}
                  onChange={(value) => setSet((last) => ({ ...last, [key]: value }))}
                />
                <output>{shown(key)}</output>
              </div>
            ))}
            <Switch label={w.holds} labelled="before" checked={holds} onChange={setHolds} />
            {holds && (
              <div className={css.held4} data-testid="held-fields">
                {HELD_KEYS.map((key) => (
                  <NumberField
                    key={key}
                    label={w.held[key]}
                    value={held[key]}
                    {...HELD[key]}
                    digits={4}
                    onChange={(value) => setHeld((last) => ({ ...last, [key]: value }))}
                  />
                ))}
              </div>
            )}
            <p role="status" className={css.quiet} data-testid="zone-area">
              {look && (holds ? w.areaHeld : w.area)(format.number(look.area, 3), format.number(look.free_area, 3))}
            </p>
            {look?.gaps.map((gap) => (
              <p key={gap.distance} className={css.gapText} data-testid="zone-gap">
                {w.gap(format.number(1000 * gap.distance, 2))}
              </p>
            ))}
            {problem && <p className={css.problem}>{problem}</p>}
          </section>
          <section aria-label={w.ways}>
            <h2>{w.ways}</h2>
            {look?.problem && (
              <p className={css.problem} data-testid="zone-problem">
                {look.problem}
              </p>
            )}
            <ul className={css.ways}>
              {look?.ways.map((way, index) => (
                <li
                  key={`${way.column} ${way.elbow}`}
                  data-testid={way.reason ? "way-refused" : "way"}
                  data-chosen={index === chosen}
                  onMouseEnter={() => setChosen(index)}
                  onMouseLeave={() => setChosen(-1)}
                >
                  <b>{w.type(way.column, way.elbow)}</b>
                  <span className={css.angles}>{w.angles(angles(way))}</span>
                  <span className={way.reason ? css.problem : css.fine}>
                    {way.reason ? w.refused(way.reason, way.text) : w.reaches}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        </div>
      </div>
    </div>
  );
}
