import { Hand, ScanFace, Video } from "lucide-react";
import { type CSSProperties, Fragment, type KeyboardEvent, type MouseEvent, useRef } from "react";
import type { OptionDocument } from "@/gen/documents";
import { elementsOf } from "@/model/panel/elements";
import { leastGap } from "@/model/panel/marks";
import { jointSigns } from "@/model/panel/roles";
import { rightOnRight, sidedOf } from "@/model/panel/sides";
import { useSelection } from "@/model/selection";
import { classes, Icon, Unavailable } from "@/ui";
import { type Said, said, useLanguage, useWords } from "@/words";
import { usePanel } from "./context";
import { useIdle } from "./idle";
import { JointRing } from "./JointRing";
import css from "./Picture.module.css";
import { pick, usePicked } from "./picking";
import { Readout } from "./Readout";
import { useFigure } from "./useFigure";

interface MarkProps {
  element: string;
  kind: "joint" | "effector" | "camera";
  name: string;
  option: OptionDocument;
  /** What stands in the ring. */
  sign: string;
  style?: CSSProperties;
  hold?: (button: HTMLButtonElement | null) => void;
}

function Mark({ element, kind, name, option, sign, style, hold }: MarkProps) {
  const w = useWords();
  const language = useLanguage();
  const { locked } = usePanel();
  const picked = usePicked(element, name);
  const idle = useIdle(element);
  const reason = locked || idle;
  const near = useSelection(({ hovered }) => hovered?.kind === kind && hovered.name === name);
  const hover = useSelection((state) => state.hover);
  const label = said(option.label as Said, language) || name;
  const choose = (event: MouseEvent) => {
    // on a touch screen there is no Ctrl: a tap there adds joints and takes them away
    const touch = event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === "touch";
    if (!locked) pick(element, name, event.shiftKey || event.ctrlKey || event.metaKey || touch);
  };
  return (
    <Unavailable reason={reason} text={label}>
      {(still) => (
        <button
          type="button"
          ref={hold}
          {...still}
          className={classes(css.mark, css[kind], picked && css.picked, near && css.near, idle && css.idle)}
          style={style}
          aria-pressed={picked}
          aria-label={label}
          aria-description={kind === "joint" && !reason ? w.operate.addJoint : undefined}
          data-mark=""
          data-testid={`${kind}-${name}`}
          onClick={choose}
          onPointerEnter={() => hover({ kind, name })}
          onPointerLeave={() => hover(null)}
          onFocus={() => hover({ kind, name })}
          onBlur={() => hover(null)}
        >
          {kind === "joint" && <JointRing name={name} sign={sign} />}
          {kind === "effector" && <Icon of={/(^|_)head(_|$)/i.test(name) ? ScanFace : Hand} size={18} />}
          {kind === "camera" && <Icon of={Video} size={15} />}
        </button>
      )}
    </Unavailable>
  );
}

/** Marks are never larger than this, in units of the picture. */
const LARGEST = 34;
const KINDS = { joints: "joint", effectors: "effector", cameras: "camera" } as const;

/** A place across a picture as it is shown [%]. */
const acrossOf = (at: number, width: number, mirrored: boolean) => ((mirrored ? width - at : at) / width) * 100;

/** The robot's picture with everything that can be selected on it, and the line that tells what is. */
export function Picture({ className }: { className?: string }) {
  const w = useWords();
  const language = useLanguage();
  const { panel, picture, facing } = usePanel();
  const group = useRef<HTMLDivElement>(null);
  const [width = 340, height = 250] = panel.picture?.size ?? [340, 250];
  const signs = jointSigns(panel);
  // the robot's right is where it is in the scene: from behind a picture from the front is mirrored
  const drawn = rightOnRight(sidedOf(panel), width);
  const mirrored = drawn !== null && typeof facing === "boolean" && facing !== drawn;
  const sides = drawn === mirrored ? (["right", "left"] as const) : (["left", "right"] as const);
  const marks = elementsOf(panel, "joints", "effectors", "cameras").flatMap(([element, found]) =>
    Object.entries(found.options).map(([name, option]) => ({
      element,
      name,
      option,
      kind: KINDS[found.type],
      sign: signs.get(name) ?? "",
    })),
  );
  const walk = (event: KeyboardEvent) => {
    const all = [...(group.current?.querySelectorAll<HTMLElement>("[data-mark]") ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    all.at((at + step) % all.length)?.focus();
  };
  const onPicture = marks.filter(({ option }) => option.position && picture);
  const beside = marks.filter((mark) => !onPicture.includes(mark));
  // where marks stand close, they are only as large as the distance to the next one, so that none covers another
  const gap = Math.min(width, leastGap(onPicture.map(({ option }) => option.position ?? [])));
  const robot = useRef<SVGGElement>(null);
  const leads = useRef<SVGPathElement>(null);
  const held = useRef<(HTMLButtonElement | null)[]>([]);
  const marked = onPicture.map(({ kind, name, option }) => {
    const [x = 0, y = 0] = option.position ?? [];
    return { thing: { kind, name }, at: [mirrored ? width - x : x, y] as const };
  });
  const living = useFigure(marked, [width, height], Math.min(gap, LARGEST), robot, leads, (index, [x, y]) => {
    const mark = held.current[index];
    if (!mark) return;
    mark.style.left = `${((x / width) * 100).toFixed(2)}%`;
    mark.style.top = `${((y / height) * 100).toFixed(2)}%`;
  });
  return (
    <div className={classes(css.frame, className)}>
      <div
        ref={group}
        role="group"
        aria-label={w.operate.picture}
        className={css.group}
        onKeyDown={walk}
        data-testid="picture"
      >
        {picture && (
          <div className={css.room}>
            <div
              className={css.picture}
              style={{ "--wide": width, "--tall": height, "--gap": gap / width } as CSSProperties}
            >
              {living ? (
                <svg viewBox={`0 0 ${width} ${height}`} className={css.robot} aria-hidden="true" data-testid="figure">
                  <g ref={robot} />
                  <path ref={leads} className={css.leads} />
                </svg>
              ) : (
                <img src={picture} alt="" draggable={false} data-mirrored={mirrored} />
              )}
              {drawn !== null &&
                sides.map((side, index) => (
                  <span key={side} className={css.side} data-at={index === 0 ? "left" : "right"} data-testid="side">
                    {w.operate.sides[side]}
                  </span>
                ))}
              {onPicture.map((mark, index) => (
                <Mark
                  key={`${mark.element} ${mark.name}`}
                  {...mark}
                  hold={(button) => {
                    held.current[index] = button;
                  }}
                  style={{
                    left: `${acrossOf(mark.option.position?.[0] ?? 0, width, mirrored)}%`,
                    top: `${((mark.option.position?.[1] ?? 0) / height) * 100}%`,
                  }}
                />
              ))}
            </div>
          </div>
        )}
        {beside.length > 0 && (
          <div className={css.beside}>
            {beside.map((mark) => (
              <Fragment key={`${mark.element} ${mark.name}`}>
                <Mark {...mark} />
                <span className={css.words}>{said(mark.option.label as Said, language) || mark.name}</span>
              </Fragment>
            ))}
          </div>
        )}
      </div>
      {marks.some(({ kind }) => kind !== "camera") && <Readout />}
    </div>
  );
}
