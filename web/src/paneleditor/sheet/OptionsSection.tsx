import { Crosshair, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { PickElement } from "@/model/panel/elements";
import { PART, THING } from "@/model/paneldoc/kinds";
import { addOption, moveOption, removeOption, renameOption, setOption } from "@/model/paneldoc/options";
import { Button, Checkbox, classes, IconButton, NumberField, Select, TextField } from "@/ui";
import { useWords } from "@/words";
import { usePanelEditor, usePanelState } from "../context";
import { OptionalNumber, Section, TextPair } from "./fields";
import css from "./Sheet.module.css";
import { useSetter } from "./useSetter";

/** Joints, effectors or cameras that can be selected, with their marks. */
export function OptionsSection({ name, element }: { name: string; element: PickElement }) {
  const w = useWords();
  const p = w.paneleditor;
  const s = p.sheet;
  const { store, world } = usePanelEditor();
  const doc = usePanelState((state) => state.doc);
  const { set, seal, put } = useSetter(name);
  const [typed, setTyped] = useState("");
  const names = world.names?.[THING[element.type]] ?? null;
  const options = Object.keys(element.options);
  const free = names?.filter((thing) => !options.includes(thing)) ?? [];
  const add = (option: string) => {
    store.getState().edit(p.steps.add(option), (now) => addOption(now, name, option));
    store.getState().selectMark({ element: name, option });
    setTyped("");
  };
  return (
    <>
      <Section title={s.options[element.type]}>
        {options.length === 0 && <p className={css.help}>{s.noOptions}</p>}
        {options.map((option) => (
          <OptionRow key={option} name={name} element={element} option={option} names={names} />
        ))}
        {free.length > 0 && (
          <Select
            label={s.addFrom}
            value=""
            placeholder="…"
            options={free.map((value) => ({ value, label: value }))}
            onChange={add}
          />
        )}
        {names && free.length === 0 && options.length > 0 && <p className={css.help}>{s.allAdded}</p>}
        {!names && (
          <Select
            label={s.world}
            value={world.world}
            hint={s.worldNone}
            options={[{ value: "", label: s.noWorld }, ...world.worlds.map((value) => ({ value, label: value }))]}
            onChange={world.setWorld}
          />
        )}
        <div className={css.optionHead}>
          <TextField
            label={s.optionName}
            labelled="hidden"
            placeholder={s.optionName}
            value={typed}
            onChange={setTyped}
          />
          <Button
            size="s"
            icon={Plus}
            reason={PART.test(typed) && !options.includes(typed) ? undefined : s.optionName}
            onClick={() => add(typed)}
            data-testid="option-add"
          >
            {s.addOption}
          </Button>
        </div>
      </Section>
      <Section title={s.initial}>
        {element.type === "joints" ? (
          <>
            {options.map((option) => (
              <Checkbox
                key={option}
                label={option}
                checked={element.initial?.includes(option) ?? false}
                onChange={(on) => {
                  const list = options.filter((other) =>
                    other === option ? on : (element.initial?.includes(other) ?? false),
                  );
                  put("initial", list.length > 0 ? list : undefined);
                }}
              />
            ))}
            <OptionalNumber
              label={s.most}
              value={element.most}
              fallback={Math.max(1, options.length)}
              none={s.all}
              whole
              min={1}
              onChange={(value) => set("most", value)}
              onCommit={seal}
            />
          </>
        ) : (
          <Select
            label={s.initial}
            labelled="hidden"
            value={element.initial ?? ""}
            options={[
              { value: "", label: element.type === "cameras" ? s.first : s.none },
              ...options.map((value) => ({ value, label: value })),
            ]}
            onChange={(value) => put("initial", value || undefined)}
          />
        )}
        {doc.picture ? null : <p className={css.help}>{p.board.noPicture}</p>}
      </Section>
    </>
  );
}

function OptionRow(props: { name: string; element: PickElement; option: string; names: readonly string[] | null }) {
  const { name, element, option, names } = props;
  const w = useWords();
  const p = w.paneleditor;
  const s = p.sheet;
  const { store } = usePanelEditor();
  const doc = usePanelState((state) => state.doc);
  const mark = usePanelState((state) => state.mark);
  const { edit, seal, selectMark } = store.getState();
  const { label, position } = element.options[option] ?? {};
  const chosen = mark?.element === name && mark.option === option;
  const [width = 0, height = 0] = doc.picture?.size ?? [];
  const choices = [...new Set([option, ...(names?.filter((thing) => !(thing in element.options)) ?? [])])];
  const unknown = names !== null && !names.includes(option);
  const move = (x: number, y: number) =>
    edit(p.steps.move(option), (now) => moveOption(now, name, option, x, y), `mark ${name} ${option}`);
  const rename = (to: string) => {
    edit(p.steps.rename(option, to), (now) => renameOption(now, name, option, to));
    selectMark({ element: name, option: to });
  };
  return (
    <div className={classes(css.option, chosen && css.optionChosen)} data-testid={`option-${option}`}>
      <div className={css.optionHead}>
        <Select
          label={s.optionName}
          labelled="hidden"
          value={option}
          warning={unknown ? s.unknownPart : undefined}
          options={choices.map((value) => ({ value, label: value }))}
          onChange={rename}
        />
        {doc.picture && (
          <IconButton
            icon={Crosshair}
            size="s"
            label={position ? s.takeOff : s.putOn}
            pressed={Boolean(position)}
            onClick={() => {
              if (position) edit(p.steps.move(option), (now) => setOption(now, name, option, "position", undefined));
              else move(width / 2, height / 2);
              seal();
              selectMark({ element: name, option });
            }}
          />
        )}
        <IconButton
          icon={Trash2}
          size="s"
          label={s.removeThing(option)}
          onClick={() => edit(p.steps.remove(option), (now) => removeOption(now, name, option))}
        />
      </div>
      <TextPair
        label={`${s.label_} ${option}`}
        value={label}
        placeholder={option}
        onChange={(value, language) =>
          edit(
            p.steps.set(`${option}.label`),
            (now) => setOption(now, name, option, "label", value),
            `option ${name} ${option} ${language}`,
          )
        }
        onCommit={seal}
      />
      {position && doc.picture && (
        <div className={css.two}>
          <NumberField
            label={s.x}
            value={position[0] ?? 0}
            min={0}
            max={width || 10000}
            step={1}
            onChange={(x) => move(x, position[1] ?? 0)}
            onCommit={seal}
          />
          <NumberField
            label={s.y}
            value={position[1] ?? 0}
            min={0}
            max={height || 10000}
            step={1}
            onChange={(y) => move(position[0] ?? 0, y)}
            onCommit={seal}
          />
        </div>
      )}
    </div>
  );
}
