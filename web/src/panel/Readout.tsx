import { useRef, useSyncExternalStore } from "react";
import { hub } from "@/link/live";
import { elementsOf } from "@/model/panel/elements";
import { findJoint } from "@/model/panel/limits";
import { type Said, said, useFormat, useLanguage, useWords } from "@/words";
import { usePanel } from "./context";
import { values } from "./desk";
import css from "./Readout.module.css";
import { toRead, useTicker, write } from "./ticker";

/** The signal of a pose by the name of a site or a body, or by its own name. */
function poseSignal(place: string): string {
  return [place, `site.${place}`, `body.${place}`].find((name) => hub.directory.channel(name)) ?? place;
}

/** Names what is selected and tells where it is. */
export function Readout() {
  const w = useWords();
  const language = useLanguage();
  const format = useFormat();
  const { panel, joints, effectors } = usePanel();
  const picked = useSyncExternalStore(values.subscribe, () =>
    elementsOf(panel, "joints", "effectors")
      .flatMap(([name]) => values.get(name) ?? [])
      .join("\n"),
  );
  const names = picked ? picked.split("\n") : [];
  const options = elementsOf(panel, "joints", "effectors").flatMap(([, element]) => Object.entries(element.options));
  const label = names
    .map((name) => said(options.find(([option]) => option === name)?.[1].label as Said | undefined, language) || name)
    .join(", ");
  const first = names[0] ?? "";
  const joint = findJoint(joints, first);
  const place = effectors[first] ?? first;
  const figures = useRef<(HTMLSpanElement | null)[]>([]);
  const angle = useRef<HTMLSpanElement>(null);
  useTicker(() => {
    if (!first) return;
    if (joint) {
      const qpos = hub.values("qpos");
      const shown = names.map((name) => {
        const one = findJoint(joints, name);
        const value = one ? (qpos[one.qpos] ?? Number.NaN) : Number.NaN;
        if (one?.kind === "slide") return format.quantity(value, "m", 3);
        return format.angle(value, 1);
      });
      write(angle.current, shown.join("  "));
      return;
    }
    const pose = hub.values(poseSignal(place));
    for (const axis of [0, 1, 2]) write(figures.current[axis] ?? null, format.number(pose[axis] ?? Number.NaN, 3));
  }, toRead);
  return (
    <div className={css.line} data-testid="readout">
      {first ? (
        <>
          <span className={css.dot} aria-hidden="true" />
          <b title={label}>{label}</b>
          <span className={css.figures}>
            {joint ? (
              <span ref={angle} />
            ) : (
              (["x", "y", "z"] as const).map((axis, index) => (
                <span key={axis} className={css.figure}>
                  <i className={css[axis]}>{axis}</i>{" "}
                  <span
                    ref={(node) => {
                      figures.current[index] = node;
                    }}
                  />
                </span>
              ))
            )}
            {!joint && <span className={css.unit}>{format.unit("m")}</span>}
          </span>
        </>
      ) : (
        <span className={css.hint}>{w.operate.selectFirst}</span>
      )}
    </div>
  );
}
