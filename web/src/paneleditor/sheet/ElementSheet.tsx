import { Copy, Trash2 } from "lucide-react";
import { useState } from "react";
import type { PanelElement } from "@/model/panel/elements";
import { canEnable } from "@/model/paneldoc/document";
import { duplicate, removeElements, renameElement, setPanel } from "@/model/paneldoc/edits";
import { isPick, NAME } from "@/model/paneldoc/kinds";
import { Icon, IconButton, Switch, TextField } from "@/ui";
import { type Said, said, useLanguage, useWords } from "@/words";
import { usePanelEditor, usePanelState } from "../context";
import { KIND_ICON } from "../icons";
import { DisplaySection } from "./DisplaySection";
import { Section, TextPair } from "./fields";
import { JoystickSection } from "./JoystickSection";
import { NumberSection } from "./NumberSection";
import { OptionsSection } from "./OptionsSection";
import { PlaceSection } from "./PlaceSection";
import { PointSection } from "./PointSection";
import { SelectorSection } from "./SelectorSection";
import css from "./Sheet.module.css";
import { useSetter } from "./useSetter";

/** Properties of one element, by its type. */
export function ElementSheet({ name, element }: { name: string; element: PanelElement }) {
  const w = useWords();
  const p = w.paneleditor;
  const s = p.sheet;
  const language = useLanguage();
  const { store } = usePanelEditor();
  const { set, seal, put } = useSetter(name);
  const enable = usePanelState((state) => state.doc.enable);
  return (
    <>
      <header className={css.head}>
        <span className={css.sign}>
          <Icon of={KIND_ICON[element.type]} size={16} />
        </span>
        <div className={css.names}>
          <b>{said(element.label as Said | undefined, language) || name}</b>
          <span>{p.kinds[element.type].name}</span>
        </div>
        <IconButton
          icon={Copy}
          size="s"
          label={s.duplicate}
          kbd="Ctrl D"
          onClick={() => store.getState().make(p.steps.duplicate, (doc) => duplicate(doc, [name]))}
        />
        <IconButton
          icon={Trash2}
          size="s"
          label={s.remove}
          kbd="Del"
          onClick={() => store.getState().edit(p.steps.remove(name), (doc) => removeElements(doc, [name]))}
        />
      </header>
      <Section title={s.words}>
        <NameField name={name} />
        <TextPair
          label={s.label_}
          value={element.label}
          placeholder={name}
          onChange={(value, part) => set("label", value, part)}
          onCommit={seal}
          testid="label-fields"
        />
      </Section>
      {isPick(element) && <OptionsSection name={name} element={element} />}
      {element.type === "joystick" && <JoystickSection name={name} element={element} />}
      {element.type === "selector" && <SelectorSection name={name} element={element} />}
      {(element.type === "slider" || element.type === "entry") && <NumberSection name={name} element={element} />}
      {element.type === "point" && <PointSection name={name} element={element} />}
      {(element.type === "lamp" || element.type === "gauge" || element.type === "indicator") && (
        <DisplaySection name={name} element={element} />
      )}
      {canEnable(element) && (
        <Section title={s.safety}>
          <Switch
            label={s.enableThis}
            labelled="before"
            checked={enable === name}
            onChange={(on) =>
              store.getState().edit(p.steps.set("enable"), (doc) => setPanel(doc, "enable", on ? name : ""))
            }
          />
          {element.type === "switch" && (
            <Switch
              label={s.start}
              labelled="before"
              checked={element.initial ?? false}
              onChange={(on) => put("initial", on || undefined)}
            />
          )}
          <p className={css.help}>{s.enableHint}</p>
        </Section>
      )}
      <PlaceSection name={name} />
    </>
  );
}

function NameField({ name }: { name: string }) {
  const w = useWords();
  const s = w.paneleditor.sheet;
  const { store } = usePanelEditor();
  const elements = usePanelState((state) => state.doc.elements);
  const [text, setText] = useState(name);
  const bad = !NAME.test(text) ? s.badName : text !== name && text in elements ? s.taken(text) : undefined;
  const rename = () => {
    if (bad || text === name) return;
    store.getState().make(w.paneleditor.steps.rename(name, text), (doc) => [renameElement(doc, name, text), [text]]);
  };
  return (
    <div data-testid="element-name">
      <TextField
        label={s.name}
        labelled="beside"
        value={text}
        hint={s.nameHint}
        onChange={setText}
        onCommit={rename}
        {...(bad ? { error: bad } : {})}
      />
    </div>
  );
}
