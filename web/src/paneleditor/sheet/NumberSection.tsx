import type { Entry, Slider } from "@/gen/documents";
import { Segmented } from "@/ui";
import { useWords } from "@/words";
import { OptionalNumber, RangeField, Section, UnitField } from "./fields";
import { useSetter } from "./useSetter";

/** Range, unit and feel of a slider or an entry. */
export function NumberSection({ name, element }: { name: string; element: Slider | Entry }) {
  const s = useWords().paneleditor.sheet;
  const { set, seal, put } = useSetter(name);
  const [low = 0, high = 1] = element.range;
  return (
    <Section title={s.range}>
      <RangeField
        label={s.range}
        value={element.range}
        onChange={(value) => set("range", value ?? [0, 1])}
        onCommit={seal}
      />
      <UnitField value={element.unit ?? ""} onChange={(value) => set("unit", value)} onCommit={seal} />
      <OptionalNumber
        label={s.initial}
        value={element.initial}
        fallback={low <= 0 && high >= 0 ? 0 : low}
        none={s.automatic}
        onChange={(value) => set("initial", value)}
        onCommit={seal}
      />
      {element.type === "slider" && (
        <>
          <OptionalNumber
            label={s.notch}
            value={element.step}
            fallback={(high - low) / 10}
            none={s.none}
            onChange={(value) => set("step", value)}
            onCommit={seal}
          />
          <Segmented
            label={s.return}
            value={element.return ?? "hold"}
            options={[
              { value: "hold", label: s.hold },
              { value: "spring", label: s.spring },
            ]}
            onChange={(value) => put("return", value === "hold" ? undefined : value)}
          />
        </>
      )}
    </Section>
  );
}
