import {
  AlignCenterHorizontal, AlignCenterVertical, AlignEndHorizontal, AlignEndVertical, AlignHorizontalDistributeCenter,
  AlignStartHorizontal, AlignStartVertical, AlignVerticalDistributeCenter, Copy, Scaling, Trash2,
} from "lucide-react"; // biome-ignore format: a list
import { align, distribute, type Side, sameSize } from "@/model/paneldoc/arrange";
import { duplicate, removeElements } from "@/model/paneldoc/edits";
import { Button, IconButton } from "@/ui";
import { useWords } from "@/words";
import { usePanelEditor, usePanelState } from "../context";
import { Section } from "./fields";
import css from "./Sheet.module.css";

const SIDES = [
  ["left", AlignStartVertical],
  ["centre", AlignCenterVertical],
  ["right", AlignEndVertical],
  ["top", AlignStartHorizontal],
  ["middle", AlignCenterHorizontal],
  ["bottom", AlignEndHorizontal],
] as const satisfies readonly (readonly [Side, unknown])[];

/** What can be done with several things at once. */
export function SeveralSheet() {
  const w = useWords();
  const p = w.paneleditor;
  const s = p.sheet;
  const { store } = usePanelEditor();
  const names = usePanelState((state) => state.selection);
  const { edit, make } = store.getState();
  return (
    <>
      <header className={css.head}>
        <div className={css.names}>
          <b>{s.several(names.length)}</b>
          <span>{names.filter((name) => !name.startsWith("@")).join(", ")}</span>
        </div>
      </header>
      <Section title={s.arrange}>
        <div className={css.row}>
          {SIDES.map(([side, icon]) => (
            <IconButton
              key={side}
              icon={icon}
              label={s.align[side]}
              onClick={() => edit(p.steps.align, (doc) => align(doc, names, side))}
              data-testid={`align-${side}`}
            />
          ))}
          <IconButton
            icon={AlignHorizontalDistributeCenter}
            label={s.spreadAcross}
            onClick={() => edit(p.steps.align, (doc) => distribute(doc, names, "across"))}
          />
          <IconButton
            icon={AlignVerticalDistributeCenter}
            label={s.spreadDown}
            onClick={() => edit(p.steps.align, (doc) => distribute(doc, names, "down"))}
          />
          <IconButton
            icon={Scaling}
            label={s.sameSize}
            onClick={() => edit(p.steps.align, (doc) => sameSize(doc, names))}
          />
        </div>
        <div className={css.row}>
          <Button icon={Copy} onClick={() => make(p.steps.duplicate, (doc) => duplicate(doc, names))}>
            {s.duplicate}
          </Button>
          <Button
            icon={Trash2}
            onClick={() => edit(p.steps.remove(p.steps.things(names.length)), (doc) => removeElements(doc, names))}
          >
            {s.remove}
          </Button>
        </div>
      </Section>
    </>
  );
}
