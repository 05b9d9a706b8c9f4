import { countSelected } from "@/model/scheme/document";
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
  const selection = useScheme((state) => state.selection);
  const [block] = selection.blocks;
  const [input] = selection.inputs;
  const [output] = selection.outputs;
  const [wire] = selection.wires;
  const [note] = selection.notes;
  const count = countSelected(selection);
  const content =
    count === 0 ? (
      <SchemeSheet key={level} />
    ) : count - selection.wires.length > 1 || selection.wires.length > 1 ? (
      <SeveralSheet />
    ) : block !== undefined ? (
      <BlockSheet key={`${level} ${block}`} id={block} />
    ) : input !== undefined ? (
      <PortSheet key={`${level} in ${input}`} side="inputs" name={input} />
    ) : output !== undefined ? (
      <PortSheet key={`${level} out ${output}`} side="outputs" name={output} />
    ) : note !== undefined ? (
      <NoteSheet key={`${level} ${note}`} index={note} />
    ) : (
      <WireSheet wire={wire ?? ""} />
    );
  return (
    <section className={css.sheet} aria-label={w.design.sheet.label} data-testid="sheet">
      <ErrorBoundary of={w.design.sheet.label}>{content}</ErrorBoundary>
    </section>
  );
}
