import { useRef } from "react";
import type { Joystick as JoystickElement } from "@/gen/documents";
import { hub } from "@/link/live";
import { FRAME } from "@/model/panel/elements";
import { leverDeflection, padDeflection, padPoint, springBack } from "@/model/panel/stick";
import { axisLetters } from "@/model/scene/frames";
import { classes, Segmented, Unavailable } from "@/ui";
import { type Said, said, useLanguage, useWords } from "@/words";
import { useStill } from "./controls";
import { deflectionOf, setValues, useValue } from "./desk";
import { useIdleAxis } from "./idle";
import css from "./Joystick.module.css";
import { PadCompass } from "./PadCompass";
import { type PointerStick, useGrip, usePointerStick } from "./pointers";
import { put, useTicker } from "./ticker";

/** Radius of the way of the knob, in units of the pad's drawing (168 across). */
const WAY = 60;
const LETTERS = ["X", "Y", "Z"] as const;

interface PartProps {
  name: string;
  element: JoystickElement;
  stick: PointerStick;
  labels: readonly string[];
  /** Letters of the axes in the chosen frame. */
  letters: readonly string[];
  frame: string;
}

/** Keeps the deflection that is drawn: springs back in 120 ms after the hand let go. */
function useDrawn(name: string) {
  const from = useRef<readonly number[]>([0, 0, 0]);
  const let_go = useRef(Number.NEGATIVE_INFINITY);
  return (now: number): readonly number[] => {
    const wanted = deflectionOf(name);
    if (wanted.some((part) => part !== 0)) {
      from.current = wanted;
      let_go.current = now;
      return wanted;
    }
    const left = springBack(now - let_go.current);
    return from.current.map((part) => part * left);
  };
}

function Pad({ name, element, stick, labels, letters, frame }: PartProps) {
  const w = useWords();
  const still = useStill(name);
  const idle = [useIdleAxis(name, 0), useIdleAxis(name, 1)] as const;
  const locked = still || (idle[0] && idle[1]);
  const knob = useRef<SVGGElement>(null);
  const line = useRef<SVGPathElement>(null);
  const real = useRef<SVGCircleElement>(null);
  const drawn = useDrawn(name);
  useTicker((now) => {
    const [x = 0, y = 0] = drawn(now);
    const [right, down] = padPoint(x, y);
    put(knob.current, "transform", `translate(${(84 + right * WAY).toFixed(1)} ${(84 + down * WAY).toFixed(1)})`);
    put(line.current, "d", `M84 84L${(84 + right * WAY).toFixed(1)} ${(84 + down * WAY).toFixed(1)}`);
    if (!element.actual || !real.current) return;
    const [ax = 0, ay = 0] = hub.values(element.actual);
    const [aright, adown] = padPoint(ax || 0, ay || 0);
    put(real.current, "cx", (84 + aright * WAY).toFixed(1));
    put(real.current, "cy", (84 + adown * WAY).toFixed(1));
  });
  const grip = useGrip(
    stick,
    { 0: 0, 1: 0 },
    (box) => (Math.min(box.width, box.height) * WAY) / 168,
    (right, down, reach) => {
      const [x, y] = padDeflection(right, down, reach);
      return { 0: idle[0] ? 0 : x, 1: idle[1] ? 0 : y };
    },
  );
  return (
    <Unavailable reason={locked} {...(locked ? {} : { text: idle[0] || idle[1] })}>
      {(still) => (
        <div
          {...still}
          className={classes(css.pad, locked && css.locked)}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the moving keys act while the stick has the focus
          tabIndex={0}
          role="group"
          aria-roledescription={w.operate.joystick}
          aria-label={`${labels[0]}, ${labels[1]}. ${w.operate.arrowsMove}`}
          data-testid={`stick-${name}`}
          data-frame={frame}
          data-touch={stick.holds ? undefined : "free"}
          {...(locked ? {} : grip)}
        >
          <svg viewBox="0 0 168 168" aria-hidden="true">
            <g className={css.lines}>
              <circle cx="84" cy="84" r={WAY} />
              <circle cx="84" cy="84" r={WAY / 2} strokeDasharray="2 4" />
              <path d="M84 14v140M14 84h140" />
            </g>
            <PadCompass frame={frame} radius={WAY - 14} />
            <circle cx="84" cy="84" r="6" className={css.centre} />
            <path ref={line} className={css.request} />
            <g ref={knob} transform="translate(84 84)">
              <circle r="21" className={css.knob} />
              <circle r="7" className={css.dot} />
            </g>
            {element.actual && (
              <circle ref={real} cx="84" cy="84" r="5" className={css.real} data-testid={`actual-${name}`} />
            )}
            <g data-idle={idle[0] !== ""}>
              <text x="90" y="21" className={classes(css.letter, css.x)}>
                {letters[0]}
              </text>
              <text x="80" y="21" textAnchor="end" className={css.word}>
                {labels[0]}
              </text>
            </g>
            <g data-idle={idle[1] !== ""}>
              <text x="11" y="78" className={classes(css.letter, css.y)}>
                {letters[1]}
              </text>
              <text x="11" y="98" className={css.word}>
                {labels[1]}
              </text>
            </g>
          </svg>
        </div>
      )}
    </Unavailable>
  );
}

/** An upright lever for one axis. */
function Lever({ name, element, stick, labels, letters, axis }: PartProps & { axis: 0 | 2 }) {
  const w = useWords();
  const still = useStill(name);
  const idle = useIdleAxis(name, axis);
  const locked = still || idle;
  const knob = useRef<SVGGElement>(null);
  const line = useRef<SVGPathElement>(null);
  const real = useRef<SVGPathElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const drawn = useDrawn(name);
  const letter = LETTERS[axis];
  useTicker((now) => {
    const shown = drawn(now)[axis] ?? 0;
    const y = (84 - shown * 50).toFixed(1);
    put(knob.current, "transform", `translate(22 ${y})`);
    put(line.current, "d", `M22 84V${y}`);
    put(box.current, "aria-valuenow", (deflectionOf(name)[axis] ?? 0).toFixed(2));
    const actual = element.actual ? (hub.values(element.actual)[axis] ?? 0) : 0;
    if (real.current) put(real.current, "transform", `translate(22 ${(84 - (actual || 0) * 50).toFixed(1)})`);
  });
  const grip = useGrip(
    stick,
    { [axis]: 0 },
    (size) => (size.height * 50) / 168,
    (_, down, reach) => ({ [axis]: leverDeflection(down, reach) }),
  );
  return (
    <Unavailable reason={locked} text={labels[axis]}>
      {(still) => (
        <div
          ref={box}
          {...still}
          className={classes(css.lever, locked && css.locked)}
          tabIndex={0}
          role="slider"
          aria-orientation="vertical"
          aria-valuemin={-1}
          aria-valuemax={1}
          aria-valuenow={0}
          aria-label={`${labels[axis] ?? letter}. ${axis === 2 ? w.operate.pagesMove : w.operate.arrowsMove}`}
          data-testid={`stick-${name}-${letter.toLowerCase()}`}
          {...(locked ? {} : grip)}
        >
          <svg viewBox="0 0 44 168" aria-hidden="true">
            <path d="M22 28v112" className={css.track} />
            <path ref={line} className={classes(css.level, css[letter.toLowerCase()])} />
            <path d="M13 84h18" className={css.middle} />
            <g ref={knob} transform="translate(22 84)">
              <rect x="-15" y="-11" width="30" height="22" rx="7" className={css.knob} />
              <path d="M-8 0H8" className={css.grip} />
            </g>
            {element.actual && (
              <path ref={real} d="M-20 0h6M14 0h6" transform="translate(22 84)" className={css.real} />
            )}
            <text x="7" y="17" className={classes(css.letter, css[letter.toLowerCase()])}>
              {letters[axis]}
            </text>
          </svg>
        </div>
      )}
    </Unavailable>
  );
}

/** A stick: a pad for two axes, a lever for a third or a single one, and the frame it moves in. */
export function Joystick({ name, element }: { name: string; element: JoystickElement }) {
  const w = useWords();
  const language = useLanguage();
  const locked = useStill(name);
  const stick = usePointerStick(name, element);
  const chosen = useValue(name + FRAME);
  const axes = element.axes ?? 2;
  const frames = element.frames ?? [];
  const frame = typeof chosen === "string" ? chosen : (frames[0] ?? "base");
  // "forward" and "left" are those of the base; in other frames the axes go by their own names
  const labels = LETTERS.map((letter, axis) => {
    const small = letter.toLowerCase();
    if (frame === "effector" || frame === "camera") return w.operate.axisOf[frame](small);
    return said(element.labels?.[axis] as Said | undefined, language) || small;
  });
  const part = { name, element, stick, labels, letters: axisLetters(frame), frame };
  return (
    <section className={css.joystick} data-axes={axes} aria-label={said(element.label as Said, language) || name}>
      {frames.length > 1 && (
        <Segmented
          label={w.operate.frame}
          className={css.frames}
          value={frame}
          reason={locked}
          options={frames.map((value) => ({ value, label: w.operate.frames[value] }))}
          onChange={(value) => setValues({ [name + FRAME]: value })}
        />
      )}
      <div className={css.parts}>
        {axes > 1 && <Pad {...part} />}
        {axes === 3 && <Lever {...part} axis={2} />}
        {axes === 1 && <Lever {...part} axis={0} />}
      </div>
    </section>
  );
}
