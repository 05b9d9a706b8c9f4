import { PanelTop } from "lucide-react";
import { canEnable, sizeOf } from "@/model/paneldoc/document";
import { setPanel } from "@/model/paneldoc/edits";
import { Icon, NumberField, Select } from "@/ui";
import { useWords } from "@/words";
import { usePanelEditor, usePanelState } from "../context";
import { Section, TextPair } from "./fields";
import { PictureSection } from "./PictureSection";
import css from "./Sheet.module.css";

/** Properties of the panel itself. */
export function PanelSheet() {
  const w = useWords();
  const p = w.paneleditor;
  const s = p.sheet;
  const { name, store, world } = usePanelEditor();
  const doc = usePanelState((state) => state.doc);
  const [width, height] = sizeOf(doc);
  const { seal } = store.getState();
  const set = <K extends keyof typeof doc>(key: K, value: (typeof doc)[K] | undefined, part = "") =>
    store.getState().edit(p.steps.set(key), (now) => setPanel(now, key, value), `panel ${key} ${part}`);
  const buttons = Object.keys(doc.elements).filter((other) => canEnable(doc.elements[other]));
  return (
    <>
      <header className={css.head}>
        <span className={css.sign}>
          <Icon of={PanelTop} size={16} />
        </span>
        <div className={css.names}>
          <b>{name}</b>
          <span>{s.panel}</span>
        </div>
      </header>
      <Section title={s.title}>
        <TextPair
          label={s.title}
          value={doc.title}
          placeholder={name}
          onChange={(value, part) => set("title", value, part)}
          onCommit={seal}
          testid="title-fields"
        />
        <span className={css.label}>{s.description}</span>
        <TextPair
          label={s.description}
          value={doc.description}
          lines={2}
          onChange={(value, part) => set("description", value, part)}
          onCommit={seal}
        />
      </Section>
      <Section title={s.place}>
        <div className={css.two}>
          <NumberField
            label={s.width}
            value={width}
            min={100}
            max={4000}
            step={2}
            onChange={(value) => set("size", [value, height], "width")}
            onCommit={seal}
          />
          <NumberField
            label={s.height}
            value={height}
            min={100}
            max={4000}
            step={2}
            onChange={(value) => set("size", [width, value], "height")}
            onCommit={seal}
          />
        </div>
      </Section>
      <PictureSection />
      <Section title={s.safety}>
        <Select
          label={s.enable}
          value={doc.enable ?? ""}
          hint={s.enableHint}
          options={[{ value: "", label: s.none }, ...buttons.map((value) => ({ value, label: value }))]}
          onChange={(value) => {
            set("enable", value);
            seal();
          }}
        />
        <NumberField
          label={s.stopTime}
          labelled="beside"
          value={doc.stop_time ?? 0.5}
          unit="s"
          min={0.001}
          max={60}
          step={0.05}
          onChange={(value) => set("stop_time", value)}
          onCommit={seal}
        />
        <NumberField
          label={s.linkTimeout}
          labelled="beside"
          value={doc.link_timeout ?? 0.25}
          unit="s"
          shown="ms"
          min={0.001}
          max={60}
          step={0.01}
          onChange={(value) => set("link_timeout", value)}
          onCommit={seal}
        />
      </Section>
      <Section title={s.world}>
        <Select
          label={s.world}
          labelled="hidden"
          value={world.world}
          options={[{ value: "", label: s.noWorld }, ...world.worlds.map((value) => ({ value, label: value }))]}
          onChange={world.setWorld}
        />
      </Section>
    </>
  );
}
