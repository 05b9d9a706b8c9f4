import type { Joystick } from "@/gen/documents";
import { Checkbox, NumberField, Segmented } from "@/ui";
import { useWords } from "@/words";
import { Section, TextPair } from "./fields";
import css from "./Sheet.module.css";
import { SignalField } from "./SignalField";
import { useSetter } from "./useSetter";

const FRAMES = ["base", "effector", "camera"] as const;
const LETTERS = ["x", "y", "z"];

/** Axes, frames and feel of a stick. */
export function JoystickSection({ name, element }: { name: string; element: Joystick }) {
  const w = useWords();
  const s = w.paneleditor.sheet;
  const { set, seal, put } = useSetter(name);
  const axes = element.axes ?? 3;
  const frames = element.frames ?? ["base"];
  const labels = element.labels ?? [];
  const setLabel = (axis: number, value: string | Record<string, string> | undefined, language: string) => {
    const next = LETTERS.slice(0, axes).map((letter, n) => (n === axis ? (value ?? letter) : (labels[n] ?? letter)));
    set("labels", next.every((text, n) => text === LETTERS[n]) ? undefined : next, `${axis} ${language}`);
  };
  const setAxes = (count: 1 | 2 | 3) => {
    put("axes", count);
    if (labels.length > 0)
      set(
        "labels",
        LETTERS.slice(0, count).map((letter, n) => labels[n] ?? letter),
      );
    seal();
  };
  return (
    <>
      <Section title={s.axes}>
        <Segmented
          label={s.axes}
          value={String(axes)}
          options={["1", "2", "3"].map((value) => ({ value, label: value }))}
          onChange={(value) => setAxes(Number(value) as 1 | 2 | 3)}
        />
        {LETTERS.slice(0, axes).map((letter, axis) => (
          <div key={letter} className={css.pair}>
            <span className={css.label}>{s.axis(letter.toUpperCase())}</span>
            <TextPair
              label={s.axis(letter.toUpperCase())}
              value={labels[axis] === letter ? undefined : labels[axis]}
              placeholder={letter}
              onChange={(value, language) => setLabel(axis, value, language)}
              onCommit={seal}
            />
          </div>
        ))}
      </Section>
      <Section title={s.frames}>
        {FRAMES.map((frame) => (
          <Checkbox
            key={frame}
            label={s.frame[frame]}
            checked={frames.includes(frame)}
            onChange={(on) => {
              const next = on ? [...frames, frame] : frames.filter((other) => other !== frame);
              if (next.length > 0) put("frames", next);
            }}
          />
        ))}
        {frames.length > 1 && <p className={css.help}>{s.framesHint}</p>}
      </Section>
      <Section title={s.response}>
        <Segmented
          label={s.return}
          value={element.return ?? "spring"}
          options={[
            { value: "spring", label: s.spring },
            { value: "hold", label: s.hold },
          ]}
          onChange={(value) => put("return", value)}
        />
        <Segmented
          label={s.response}
          value={element.response ?? "linear"}
          options={[
            { value: "linear", label: s.linear },
            { value: "cubic", label: s.cubic },
          ]}
          onChange={(value) => put("response", value === "linear" ? undefined : value)}
        />
        <NumberField
          label={s.deadZone}
          labelled="beside"
          value={element.dead_zone ?? 0}
          unit="1"
          shown="%"
          min={0}
          max={0.9}
          step={0.01}
          onChange={(value) => set("dead_zone", value || undefined)}
          onCommit={seal}
        />
        <SignalField
          label={s.actual}
          value={element.actual ?? ""}
          empty={s.none}
          onChange={(value) => put("actual", value || undefined)}
          testid="actual-signal"
        />
        <p className={css.help}>{s.actualHint}</p>
      </Section>
    </>
  );
}
