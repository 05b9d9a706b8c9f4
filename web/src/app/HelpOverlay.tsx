import { create } from "zustand";
import { chordName } from "@/model/keys";
import { chordsOf, type Shortcut, setLetters, told, useKeys } from "@/shell/keys";
import { Dialog, Kbd, Switch } from "@/ui";
import { useWords } from "@/words";
import css from "./HelpOverlay.module.css";

/** Whether the help overlay is open. */
export const useHelp = create<{ open: boolean }>(() => ({ open: false }));

/** Everything the keyboard can do here and now, as it is registered. */
export function HelpOverlay() {
  const w = useWords();
  const { open } = useHelp();
  const { scopes, letters } = useKeys();
  const groups = new Map<string, Shortcut[]>();
  for (const scope of scopes) {
    const title = told(scope.title);
    const listed = scope.list.filter((shortcut) => shortcut.label);
    if (listed.length) groups.set(title, [...(groups.get(title) ?? []), ...listed]);
  }
  return (
    <Dialog open={open} onClose={() => useHelp.setState({ open: false })} title={w.common.keys} width={760}>
      <p className={css.note}>{w.common.keysNote}</p>
      <Switch label={w.common.keysOff} checked={letters} onChange={setLetters} labelled="after" />
      <div className={css.groups}>
        {[...groups].map(([title, list]) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {list.map((shortcut) => (
                <div key={`${chordsOf(shortcut).join()} ${told(shortcut.label)}`}>
                  <dt>
                    {chordsOf(shortcut).map((chord) => (
                      <Kbd key={chord}>{chordName(chord, w.common.space)}</Kbd>
                    ))}
                  </dt>
                  <dd>{told(shortcut.label)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
