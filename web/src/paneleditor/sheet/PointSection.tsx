import type { Point } from "@/gen/documents";
import { elementsOf } from "@/model/panel/elements";
import { Select, TextField } from "@/ui";
import { useWords } from "@/words";
import { usePanelState } from "../context";
import { Section } from "./fields";
import { useSetter } from "./useSetter";

/** The entries that a point sets, and in whose axes they are. */
export function PointSection({ name, element }: { name: string; element: Point }) {
  const s = useWords().paneleditor.sheet;
  const { put, set, seal } = useSetter(name);
  const doc = usePanelState((state) => state.doc);
  const entries = elementsOf(doc, "entry").map(([entry]) => entry);
  return (
    <Section title={s.point}>
      {["x", "y", "z"].map((axis, index) => (
        <Select
          key={axis}
          label={s.pointEntry(axis)}
          value={element.entries[index] ?? ""}
          options={[...new Set(["", ...entries, element.entries[index] ?? ""])].map((value) => ({
            value,
            label: value || "–",
          }))}
          onChange={(value) =>
            put(
              "entries",
              element.entries.map((old, at) => (at === index ? value : old)),
            )
          }
        />
      ))}
      <TextField
        label={s.pointFrame}
        value={element.frame ?? ""}
        hint={s.pointFrameHint}
        onChange={(value) => set("frame", value || undefined, "frame")}
        onCommit={seal}
      />
    </Section>
  );
}
