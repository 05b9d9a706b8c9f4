import { useRef, useSyncExternalStore } from "react";
import { hub } from "@/link/live";
import { elementsOf } from "@/model/panel/elements";
import { findJoint } from "@/model/panel/limits";
import { type Said, said, useFormat, useLanguage, useWords } from "@/words";
import { usePanel } from "./context";
import { values } from "./desk";
import { idleReason } from "./idle";
import { useExplained } from "./picking";
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
  const all = picked ? picked.split("\n") : [];
  const element = (name: string) =>
    elementsOf(panel, "joints", "effectors", "cameras").find(([, one]) => name in one.options)?.[0] ?? "";
  // beside what acts, what is selected and does not is no news
  const moving = useSyncExternalStore(values.subscribe, () =>
    all.filter((name) => !idleReason(panel, element(name))).join("\n"),
  );
  const names = moving ? moving.split("\n") : all;
  const options = elementsOf(panel, "joints", "effectors").flatMap(([, element]) => Object.entries(element.options));
  const label = names
    .map((name) => said(options.find(([option]) => option === name)?.[1].label as Said | undefined, language) || name)
    .join(", ");
  const first = names[0] ?? "";
  const explained = useExplained();
  // why what is selected does not move, or what was pressed last cannot be selected
  const idle = useSyncExternalStore(values.subscribe, () => {
    const asked = explained.name && idleReason(panel, element(explained.name)) ? explained.name : first;
    const reason = asked && idleReason(panel, element(asked));
    if (!reason) return "";
    const option = elementsOf(panel, "joints", "effectors", "cameras").flatMap(([, one]) =>
      Object.entries(one.options),
    );
    const called = said(option.find(([name]) => name === asked)?.[1].label as Said | undefined, language) || asked;
    return `${called}. ${reason}`;
  });
  const joint = panel.elements[element(first)]?.type === "joints" ? findJoint(joints, first) : undefined;
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
      {idle ? (
        <span className={css.why} role="status" data-testid="idle-reason">
          {idle}
        </span>
      ) : first ? (
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
