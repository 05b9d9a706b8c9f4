import { useDeferredValue, useMemo } from "react";
import { countSelected, isReadOnly, type Selection } from "@/model/scheme/document";
import { ErrorBoundary } from "@/ui";
import { useWords } from "@/words";
import { useScheme } from "../context";
import { BlockSheet } from "./BlockSheet";
import { NoteSheet } from "./NoteSheet";
import { PortSheet } from "./PortSheet";
import { SchemeSheet } from "./SchemeSheet";
import { SeveralSheet } from "./SeveralSheet";
import css from "./Sheet.module.css";
import { WireSheet } from "./WireSheet";

/** Properties of what is selected: a block, a port, a wire, a note, several things, or the scheme itself. */
export function Sheet() {
  const w = useWords();
  const level = useScheme((state) => state.level);
  // What was pressed is marked on the canvas first; its sheet takes longer and follows.
  const selection = useDeferredValue(useScheme((state) => state.selection));
  const content = useMemo(() => sheetOf(level, selection), [level, selection]);
  const readOnly = useScheme((state) => isReadOnly(state.doc, state.level));
  return (
    <section className={css.sheet} aria-label={w.design.sheet.label} data-testid="sheet">
      <fieldset disabled={readOnly} className={css.fields}>
        <ErrorBoundary of={w.design.sheet.label}>{content}</ErrorBoundary>
      </fieldset>
    </section>
  );
}

function sheetOf(level: string, selection: Selection) {
  const [block] = selection.blocks;
  const [input] = selection.inputs;
  const [output] = selection.outputs;
  const [wire] = selection.wires;
  const [note] = selection.notes;
  const count = countSelected(selection);
  if (count === 0) return <SchemeSheet key={level} />;
  if (count - selection.wires.length > 1 || selection.wires.length > 1) return <SeveralSheet />;
  if (block !== undefined) return <BlockSheet key={`${level} ${block}`} id={block} />;
  if (input !== undefined) return <PortSheet key={`${level} in ${input}`} side="inputs" name={input} />;
  if (output !== undefined) return <PortSheet key={`${level} out ${output}`} side="outputs" name={output} />;
  if (note !== undefined) return <NoteSheet key={`${level} ${note}`} index={note} />;
  return <WireSheet wire={wire ?? ""} />;
}
