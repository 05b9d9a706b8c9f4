import {
  AlignCenterHorizontal, AlignCenterVertical, AlignHorizontalDistributeCenter, AlignStartHorizontal, AlignStartVertical,
  AlignVerticalDistributeCenter, BoxSelect, Copy, FlipHorizontal2, Group, Trash2,
} from "lucide-react"; // biome-ignore format: a list
import { countSelected } from "@/model/scheme/document";
import { Button, IconButton, type IconType } from "@/ui";
import { useWords } from "@/words";
import type { Alignment } from "../align";
import { useEditor, useScheme } from "../context";
import { Head } from "./Head";
import css from "./Sheet.module.css";

/** Actions on several things at once. */
export function SeveralSheet() {
  const w = useWords();
  const s = w.design.sheet;
  const { actions, flow } = useEditor();
  const selection = useScheme((state) => state.selection);
  const sizes = (id: string) => {
    const node = flow.current?.getNode(`block:${id}`);
    return { width: node?.width ?? 100, height: node?.height ?? 72 };
  };
  const ways: [Alignment, IconType, string][] = [
    ["left", AlignStartVertical, s.alignLeft],
    ["centre", AlignCenterVertical, s.alignCentre],
    ["top", AlignStartHorizontal, s.alignTop],
    ["middle", AlignCenterHorizontal, s.alignMiddle],
    ["across", AlignHorizontalDistributeCenter, s.spreadAcross],
    ["down", AlignVerticalDistributeCenter, s.spreadDown],
  ];
  return (
    <>
      <Head icon={BoxSelect} label={s.name} name={s.several(countSelected(selection))} kind="" />
      <div className={css.body}>
        {selection.blocks.length > 1 && (
          <div className={css.section}>
            <div className={css.row}>
              {ways.map(([how, icon, label]) => (
                <IconButton
                  key={how}
                  icon={icon}
                  variant="default"
                  label={label}
                  onClick={() => actions.align(how, sizes)}
                />
              ))}
            </div>
          </div>
        )}
        <div className={css.section}>
          <div className={css.row}>
            {selection.blocks.length > 0 && (
              <>
                <Button icon={Group} kbd="Ctrl G" onClick={actions.group}>
                  {w.design.tools.group}
                </Button>
                <Button icon={FlipHorizontal2} onClick={actions.flip}>
                  {s.flip}
                </Button>
                <Button icon={Copy} kbd="Ctrl D" onClick={actions.duplicate}>
                  {s.duplicate}
                </Button>
              </>
            )}
            <Button icon={Trash2} variant="danger" kbd="Del" onClick={() => actions.remove()}>
              {s.delete}
            </Button>
          </div>
        </div>
      </div>
    </>
  );
}
