import { Plus, X } from "lucide-react";
import type { Gauge, Indicator, Lamp } from "@/gen/documents";
import { Button, IconButton, NumberField, Segmented, Select } from "@/ui";
import { useWords } from "@/words";
import { OptionalNumber, RangeField, Section, TextPair, UnitField } from "./fields";
import css from "./Sheet.module.css";
import { SignalField } from "./SignalField";
import { useSetter } from "./useSetter";

/** What a lamp, gauge or indicator shows, and how. */
export function DisplaySection({ name, element }: { name: string; element: Lamp | Gauge | Indicator }) {
  const s = useWords().paneleditor.sheet;
  const { set, seal, put } = useSetter(name);
  return (
    <Section title={s.signal}>
      <SignalField
        label={s.signal}
        value={element.signal ?? ""}
        empty={s.ownOutput(`output.${name}`)}
        onChange={(value) => put("signal", value || undefined)}
        testid="signal"
        bare
      />
      {element.type === "lamp" && <LampFields name={name} element={element} />}
      {element.type !== "lamp" && (
        <>
          <UnitField value={element.unit ?? ""} onChange={(value) => set("unit", value)} onCommit={seal} />
          <NumberField
            label={s.digits}
            labelled="beside"
            value={element.digits ?? (element.type === "gauge" ? 2 : 3)}
            whole
            min={0}
            max={10}
            step={1}
            onChange={(value) => set("digits", value)}
            onCommit={seal}
          />
        </>
      )}
      {element.type === "gauge" && <GaugeFields name={name} element={element} />}
      {element.type === "indicator" && <WordFields name={name} element={element} />}
    </Section>
  );
}

function LampFields({ name, element }: { name: string; element: Lamp }) {
  const s = useWords().paneleditor.sheet;
  const { set, seal, put } = useSetter(name);
  return (
    <>
      <Select
        label={s.colour}
        labelled="beside"
        value={element.colour ?? "yes"}
        options={(["yes", "caution", "stop"] as const).map((value) => ({ value, label: s.colours[value] }))}
        onChange={(value) => put("colour", value === "yes" ? undefined : value)}
      />
      <OptionalNumber
        label={s.above}
        value={element.above}
        fallback={0.5}
        none={s.none}
        onChange={(value) => set("above", value)}
        onCommit={seal}
      />
    </>
  );
}

function GaugeFields({ name, element }: { name: string; element: Gauge }) {
  const s = useWords().paneleditor.sheet;
  const { set, seal, put } = useSetter(name);
  const [low = 0, high = 1] = element.range;
  return (
    <>
      <Segmented
        label={s.style}
        value={element.style ?? "dial"}
        options={[
          { value: "dial", label: s.dial },
          { value: "bar", label: s.bar },
        ]}
        onChange={(value) => put("style", value === "dial" ? undefined : value)}
      />
      <RangeField
        label={s.range}
        value={element.range}
        onChange={(value) => set("range", value ?? [0, 1])}
        onCommit={seal}
      />
      <RangeField
        label={s.working}
        value={element.working}
        fallback={[low, low + 0.7 * (high - low)]}
        onChange={(value) => set("working", value)}
        onCommit={seal}
      />
      <RangeField
        label={s.end}
        value={element.end}
        fallback={[low + 0.85 * (high - low), high]}
        onChange={(value) => set("end", value)}
        onCommit={seal}
      />
    </>
  );
}

function WordFields({ name, element }: { name: string; element: Indicator }) {
  const s = useWords().paneleditor.sheet;
  const { set, seal, put } = useSetter(name);
  const words = element.words ?? [];
  const change = (list: readonly (string | Record<string, string>)[]) => (list.length > 0 ? list : undefined);
  return (
    <div className={css.stack}>
      <div className={css.beside}>
        <span className={css.label}>{s.figures}</span>
        <Button size="s" variant="quiet" icon={Plus} onClick={() => put("words", [...words, String(words.length)])}>
          {s.addWord}
        </Button>
      </div>
      {words.map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place in the list is the value it stands for
        <div key={index} className={css.option}>
          <div className={css.optionHead}>
            <span className={css.label}>{s.word(index)}</span>
            <IconButton
              icon={X}
              size="s"
              label={s.removeThing(s.word(index))}
              onClick={() => put("words", change(words.filter((_, n) => n !== index)))}
            />
          </div>
          <TextPair
            label={s.word(index)}
            value={word}
            onChange={(value, language) =>
              set("words", change(words.map((old, n) => (n === index ? (value ?? "") : old))), `${index} ${language}`)
            }
            onCommit={seal}
          />
        </div>
      ))}
    </div>
  );
}
