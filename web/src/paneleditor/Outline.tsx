import { Copy, Image, PanelTop, Trash2 } from "lucide-react";
import type { MouseEvent } from "react";
import { PICTURE } from "@/model/paneldoc/document";
import { duplicate, removeElements } from "@/model/paneldoc/edits";
import { isPick } from "@/model/paneldoc/kinds";
import { classes, Icon, IconButton } from "@/ui";
import { type Said, said, useLanguage, useWords } from "@/words";
import { usePanelEditor, usePanelState } from "./context";
import { KIND_ICON } from "./icons";
import css from "./Outline.module.css";

/** All that is on the panel as a list: everything the drawing offers can be done from here. */
export function Outline() {
  const w = useWords();
  const p = w.paneleditor;
  const language = useLanguage();
  const { store } = usePanelEditor();
  const doc = usePanelState((state) => state.doc);
  const selection = usePanelState((state) => state.selection);
  const mark = usePanelState((state) => state.mark);
  const choose = (name: string) => (event: MouseEvent) => {
    if (event.shiftKey || event.ctrlKey || event.metaKey) store.getState().toggle(name);
    else store.getState().select([name]);
  };
  const remove = (name: string) => store.getState().edit(p.steps.remove(name), (now) => removeElements(now, [name]));
  return (
    <ul className={css.list} aria-label={p.outline.label} data-testid="panel-outline">
      <li className={css.row}>
        <button
          type="button"
          className={classes(css.name, selection.length === 0 && css.chosen)}
          aria-current={selection.length === 0}
          onClick={() => store.getState().select([])}
        >
          <Icon of={PanelTop} size={15} />
          <span>{p.outline.panel}</span>
        </button>
      </li>
      {doc.picture && (
        <li className={css.row}>
          <button
            type="button"
            className={classes(css.name, selection.includes(PICTURE) && css.chosen)}
            aria-current={selection.includes(PICTURE)}
            onClick={choose(PICTURE)}
            data-testid="outline-picture"
          >
            <Icon of={Image} size={15} />
            <span>{p.board.pictureOf}</span>
          </button>
        </li>
      )}
      {Object.entries(doc.elements).map(([name, element]) => {
        const on = selection.includes(name);
        return (
          <li key={name}>
            <div className={css.row}>
              <button
                type="button"
                className={classes(css.name, on && css.chosen)}
                aria-current={on}
                onClick={choose(name)}
                data-testid={`outline-${name}`}
              >
                <Icon of={KIND_ICON[element.type]} size={15} />
                <span>
                  {said(element.label as Said | undefined, language) || name}
                  <small>
                    {[p.kinds[element.type].name, name, ...(doc.enable === name ? [p.outline.enables] : [])].join(
                      " · ",
                    )}
                  </small>
                </span>
              </button>
              <IconButton
                icon={Copy}
                size="s"
                label={p.outline.duplicate(name)}
                onClick={() => store.getState().make(p.steps.duplicate, (now) => duplicate(now, [name]))}
              />
              <IconButton icon={Trash2} size="s" label={p.outline.remove(name)} onClick={() => remove(name)} />
            </div>
            {isPick(element) && (
              <ul className={css.options}>
                {Object.entries(element.options).map(([option, { label }]) => {
                  const picked = mark?.element === name && mark.option === option;
                  return (
                    <li key={option}>
                      <button
                        type="button"
                        className={classes(css.name, picked && css.chosen)}
                        aria-current={picked}
                        onClick={() => store.getState().selectMark({ element: name, option })}
                        data-testid={`outline-${name}-${option}`}
                      >
                        <span>{said(label as Said | undefined, language) || option}</span>
                      </button>
                    </li>
                  );
                })}
              </ul>
            )}
          </li>
        );
      })}
    </ul>
  );
}
