import { useState } from "react";
import { TextField } from "@/ui";
import { useWords } from "@/words";
import { shapeText } from "../look";
import { readShape } from "./values";

/** Props of {@link ShapeField}. */
export interface ShapeFieldProps {
  label: string;
  value: readonly number[];
  hint?: string;
  labelled?: "above" | "beside" | "hidden";
  onChange: (shape: number[]) => void;
}

/** Sizes of a vector or matrix: 3, 2×3; nothing for one number. */
export function ShapeField({ label, value, hint, labelled = "beside", onChange }: ShapeFieldProps) {
  const w = useWords();
  const [draft, setDraft] = useState<string | null>(null);
  const read = draft === null ? undefined : readShape(draft);
  const end = () => {
    if (draft !== null && read) {
      setDraft(null);
      if (shapeText(read) !== shapeText(value)) onChange(read);
    }
  };
  return (
    <TextField
      label={label}
      labelled={labelled}
      hint={hint}
      value={draft ?? shapeText(value)}
      placeholder={labelled === "hidden" ? label : "1"}
      error={draft !== null && !read ? w.design.sheet.shapeBad : undefined}
      onChange={setDraft}
      onCommit={end}
    />
  );
}
