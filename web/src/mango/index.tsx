import { Hammer, Play, Workflow } from "lucide-react";
import { useMemo, useState } from "react";
import type { MangoDesign, MangoMade } from "@/gen/messages";
import { api } from "@/link/http";
import { navigate, pathOf } from "@/shell/router";
import { Button, Skeleton, Slider, TextField } from "@/ui";
import { saidBy, useFormat, useWords } from "@/words";
import { Curve } from "./Curve";
import css from "./Mango.module.css";
import { Space } from "./Space";
import { useLook } from "./useLook";

const DEGREE = Math.PI / 180;

/** What sliders set, in the units people see: m, degrees, mm. */
type Set = Record<keyof typeof RANGES, number>;

/** Least, largest, step and first value. */
const RANGES = {
  link1: [0.2, 0.8, 0.01, 0.45],
  link2: [0.2, 0.8, 0.01, 0.45],
  shoulderLow: [-150, 60, 1, -89],
  shoulderTurn: [20, 150, 1, 90],
  elbowLow: [5, 120, 1, 25],
  elbowTurn: [10, 160, 1, 90],
  folded: [100, 400, 5, 200],
  stroke: [20, 300, 5, 100],
  bore: [16, 80, 1, 32],
  arms: [1, 6, 1, 2],
} as const;

const FIRST = Object.fromEntries(Object.entries(RANGES).map(([name, range]) => [name, range[3]])) as Set;

/** The design as the server takes it: m and radians. */
export function designOf(set: Set): MangoDesign {
  return {
    link1: set.link1,
    link2: set.link2,
    shoulder_low: set.shoulderLow * DEGREE,
    shoulder_high: (set.shoulderLow + set.shoulderTurn) * DEGREE,
    elbow_low: set.elbowLow * DEGREE,
    elbow_high: Math.min(set.elbowLow + set.elbowTurn, 179) * DEGREE,
    folded: set.folded / 1000,
    stroke: set.stroke / 1000,
    bore: set.bore / 1000,
    arms: set.arms,
  };
}

/** The screen "Make a ManGo": sliders, the work space drawn live, and *Make this robot*. */
export default function MangoScreen() {
  const w = useWords().mango;
  const format = useFormat();
  const [set, setSet] = useState<Set>(FIRST);
  const [name, setName] = useState("my-mango");
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState("");
  const [made, setMade] = useState<MangoMade | null>(null);
  const design = useMemo(() => designOf(set), [set]);
  const { good, problem, current } = useLook(design);
  const shown = (key: keyof Set) => w.values[key](format.number(set[key], key.startsWith("link") ? 2 : 0));
  const make = async () => {
    setBusy(true);
    setRefused("");
    try {
      setMade(await api.post<MangoMade>("/api/mango/make", { name, design }));
    } catch (error) {
      setMade(null);
      setRefused(saidBy(error));
    }
    setBusy(false);
  };
  return (
    <div className={css.page} data-testid="mango">
      <header className={css.head}>
        <h1>{w.title}</h1>
        <p className={css.quiet}>{w.hint}</p>
      </header>
      <div className={css.columns}>
        <section className={css.sheet} aria-label={w.sliders}>
          {(Object.keys(RANGES) as (keyof Set)[]).map((key) => (
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
        </section>
        <section className={css.drawing} aria-label={w.space}>
          {good ? <Space look={good} stale={problem !== ""} /> : <Skeleton height={320} />}
          <p role="status" className={problem ? css.problem : css.quiet} data-testid="mango-problem">
            {problem || (good && w.area(format.number(good.area, 3)))}
          </p>
        </section>
        <section className={css.side} aria-label={w.cylinders}>
          {good?.mounts[0] && <Curve mount={good.mounts[0]} title={w.shoulder} id="curve-shoulder" />}
          {good?.mounts[1] && <Curve mount={good.mounts[1]} title={w.elbow} id="curve-elbow" />}
          {good && <p className={css.quiet}>{w.forces(format.number(good.push, 0), format.number(good.pull, 0))}</p>}
          <div className={css.make}>
            <TextField label={w.name} value={name} onChange={setName} error={refused} />
            <Button
              variant="primary"
              icon={Hammer}
              busy={busy}
              onClick={() => void make()}
              data-testid="make-mango"
              {...(problem ? { reason: w.cannot } : current ? {} : { reason: w.looking })}
            >
              {w.make}
            </Button>
          </div>
          {made && (
            <div className={css.made} data-testid="mango-made">
              <p>{w.written(made.name, made.files.length)}</p>
              <div className={css.actions}>
                {made.exercise && (
                  <Button
                    icon={Play}
                    onClick={() => navigate(pathOf("operate", made.exercise))}
                    data-testid="drive-mango"
                  >
                    {w.drive}
                  </Button>
                )}
                <Button icon={Workflow} onClick={() => navigate(pathOf("design", made.name))} data-testid="open-mango">
                  {w.openScheme}
                </Button>
              </div>
            </div>
          )}
        </section>
      </div>
    </div>
  );
}
