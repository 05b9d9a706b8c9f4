import { useState } from "react";
import type { PortDocument } from "@/gen/documents";
import { Select, TextField } from "@/ui";
import { useWords } from "@/words";
import { ShapeField } from "./ShapeField";
import css from "./Sheet.module.css";

/** Unit, size and kind of an external port. */
export function PortFields({ port, onChange }: { port: PortDocument; onChange: (port: PortDocument) => void }) {
  const w = useWords();
  const s = w.design.sheet;
  const [unit, setUnit] = useState<string | null>(null);
  const kind = port.kind ?? "number";
  const end = () => {
    if (unit !== null && unit !== (port.unit ?? "1")) onChange({ unit: unit.trim() || "1" });
    setUnit(null);
  };
  return (
    <div className={css.portMore}>
      <TextField
        label={s.portUnit}
        value={unit ?? port.unit ?? "1"}
        reason={kind === "boolean" ? s.noUnit : undefined}
        onChange={setUnit}
        onCommit={end}
      />
      <ShapeField
        label={s.portShape}
        labelled="above"
        value={port.shape ?? []}
        onChange={(shape) => onChange({ shape })}
      />
      <Select
        label={s.portKind}
        value={kind}
        options={[
          { value: "number", label: s.number },
          { value: "boolean", label: s.boolean },
        ]}
        onChange={(next) => onChange({ kind: next })}
      />
    </div>
  );
}
