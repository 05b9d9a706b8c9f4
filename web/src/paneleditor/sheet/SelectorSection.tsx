import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Selector } from "@/gen/documents";
import { selectorOptions } from "@/model/panel/elements";
import { NAME } from "@/model/paneldoc/kinds";
import { addPosition, removePosition, renamePosition, setPosition } from "@/model/paneldoc/options";
import { Button, IconButton, Select, TextField } from "@/ui";
import { useWords } from "@/words";
import { usePanelEditor } from "../context";
import { Section, TextPair } from "./fields";
import css from "./Sheet.module.css";
import { useSetter } from "./useSetter";

/** Positions of a selector. */
export function SelectorSection({ name, element }: { name: string; element: Selector }) {
  const w = useWords();
  const p = w.paneleditor;
  const s = p.sheet;
  const { store } = usePanelEditor();
  const { put } = useSetter(name);
  const { edit, seal } = store.getState();
  const list = selectorOptions(element);
  return (
    <Section
      title={s.positions}
      end={
        <Button
          size="s"
          variant="quiet"
          icon={Plus}
          onClick={() => edit(p.steps.set(`${name}.options`), (doc) => addPosition(doc, name))}
        >
          {s.addPosition}
        </Button>
      }
    >
      {list.map(([option, words]) => (
        <div key={option} className={css.option}>
          <div className={css.optionHead}>
            <PositionName
              value={option}
              taken={list.map(([other]) => other)}
              onRename={(to) => edit(p.steps.rename(option, to), (doc) => renamePosition(doc, name, option, to))}
            />
            <IconButton
              icon={Trash2}
              size="s"
              label={s.removeThing(option)}
              onClick={() => edit(p.steps.remove(option), (doc) => removePosition(doc, name, option))}
            />
          </div>
          <TextPair
            label={`${s.label_} ${option}`}
            value={words === option ? undefined : words}
            placeholder={option}
            onChange={(value, language) =>
              edit(
                p.steps.set(option),
                (doc) => setPosition(doc, name, option, value),
                `position ${name} ${option} ${language}`,
              )
            }
            onCommit={seal}
          />
        </div>
      ))}
      <Select
        label={s.initial}
        labelled="beside"
        value={element.initial ?? ""}
        options={[{ value: "", label: s.first }, ...list.map(([value]) => ({ value, label: value }))]}
        onChange={(value) => put("initial", value || undefined)}
      />
    </Section>
  );
}

function PositionName(props: { value: string; taken: readonly string[]; onRename: (to: string) => void }) {
  const { value, taken, onRename } = props;
  const s = useWords().paneleditor.sheet;
  const [text, setText] = useState(value);
  const bad = !NAME.test(text) ? s.badName : text !== value && taken.includes(text) ? s.taken(text) : undefined;
  return (
    <TextField
      label={s.positionName}
      labelled="hidden"
      value={text}
      onChange={setText}
      onCommit={() => !bad && text !== value && onRename(text)}
      {...(bad ? { error: bad } : {})}
    />
  );
}
