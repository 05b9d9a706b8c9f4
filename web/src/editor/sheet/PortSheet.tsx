import { ArrowRightFromLine, ArrowRightToLine, Trash2 } from "lucide-react";
import { useState } from "react";
import { levelOf, NAME, own } from "@/model/scheme/document";
import { removePort, renamePort, setPort } from "@/model/scheme/edits";
import { Button, TextField } from "@/ui";
import { useWords } from "@/words";
import { useEditor, useScheme } from "../context";
import { Head } from "./Head";
import { PortFields } from "./PortFields";
import css from "./Sheet.module.css";

/** Properties of an external port. */
export function PortSheet({ side, name }: { side: "inputs" | "outputs"; name: string }) {
  const w = useWords();
  const s = w.design.sheet;
  const { store } = useEditor();
  const part = useScheme((state) => levelOf(state.doc, state.level));
  const port = own(part?.[side], name);
  const problems = useScheme((state) => state.faults.at(state.level, side, name));
  const [text, setText] = useState<string | null>(null);
  if (!port) return null;
  const { edit } = store.getState();
  const step = w.design.steps.port(name);
  const end = () => {
    if (text !== null) edit(step, (doc, level) => setPort(doc, level, side, name, { description: text }));
    setText(null);
  };
  return (
    <>
      <Head
        icon={side === "inputs" ? ArrowRightFromLine : ArrowRightToLine}
        label={s.name}
        name={name}
        kind={side === "inputs" ? w.design.canvas.input : w.design.canvas.output}
        problem={(to) => (!NAME.test(to) ? s.badName : own(part?.[side], to) ? s.taken(to) : undefined)}
        onRename={(to) =>
          edit(w.design.steps.rename(name, to), (doc, level) => renamePort(doc, level, side, name, to), undefined, {
            blocks: [],
            wires: [],
            notes: [],
            inputs: [],
            outputs: [],
            [side]: [to],
          })
        }
      />
      <div className={css.body}>
        <div className={css.section}>
          <div className={css.stack}>
            <PortFields
              port={port}
              onChange={(change) => edit(step, (doc, level) => setPort(doc, level, side, name, change))}
            />
            <TextField
              label={s.description}
              lines={3}
              value={text ?? port.description ?? ""}
              onChange={setText}
              onCommit={end}
            />
            {problems.map((problem) => (
              <p key={problem.fault.message} className={css.error}>
                {problem.fault.message}
              </p>
            ))}
            <p className={css.help}>{s.bindings}</p>
            <Button
              icon={Trash2}
              variant="danger"
              onClick={() => edit(w.design.steps.remove(name), (doc, level) => removePort(doc, level, side, name))}
            >
              {s.delete}
            </Button>
          </div>
        </div>
      </div>
    </>
  );
}
