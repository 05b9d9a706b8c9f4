import { boxFor, PICTURE, sizeOf } from "@/model/paneldoc/document";
import { setBoxes } from "@/model/paneldoc/edits";
import { limited, snap } from "@/model/paneldoc/geometry";
import { LEAST_SIZE } from "@/model/paneldoc/kinds";
import { NumberField } from "@/ui";
import { useWords } from "@/words";
import { usePanelEditor, usePanelState } from "../context";
import { Section } from "./fields";
import css from "./Sheet.module.css";

/** Position and size in numbers. */
export function PlaceSection({ name }: { name: string }) {
  const w = useWords();
  const s = w.paneleditor.sheet;
  const { store } = usePanelEditor();
  const doc = usePanelState((state) => state.doc);
  const box = boxFor(doc, name);
  if (!box) return null;
  const [wide, tall] = sizeOf(doc);
  const picture = name === PICTURE;
  const change = (key: "x" | "y" | "width" | "height", value: number) => {
    const made = { ...box, [key]: picture && key === "width" ? value : snap(value) };
    if (picture && key === "width") made.height = (box.height / box.width) * value;
    store
      .getState()
      .edit(
        w.paneleditor.steps.move(picture ? w.paneleditor.board.picture : name),
        (now) => setBoxes(now, new Map([[name, made]])),
        `place ${name} ${key}`,
      );
  };
  const field = (key: "x" | "y" | "width" | "height", min: number, max: number) => (
    <NumberField
      key={key}
      label={s[key]}
      value={Math.round(box[key] * 100) / 100}
      min={min}
      max={limited(max, min, Number.POSITIVE_INFINITY)}
      step={2}
      onChange={(value) => change(key, value)}
      onCommit={() => store.getState().seal()}
    />
  );
  return (
    <Section title={s.place}>
      <div className={css.two}>
        {field("x", 0, wide - box.width)}
        {field("y", 0, tall - box.height)}
        {field("width", LEAST_SIZE[0], wide - box.x)}
        {!picture && field("height", LEAST_SIZE[1], tall - box.y)}
      </div>
    </Section>
  );
}
