import { type KeyboardEvent, useEffect, useId, useMemo, useState } from "react";
import { type Command, closePalette, found, usePalette } from "@/shell/palette";
import { classes, Dialog, EmptyState, Icon, Kbd, SearchField } from "@/ui";
import { useWords } from "@/words";
import css from "./CommandPalette.module.css";
import { useEverything } from "./everything";

const MOST = 60;

/** So many of a group are shown while something is typed. */
const MOST_OF_GROUP = 8;

/** Commands with those of a group together: the group of the best one first, and not too many of each. */
function together(commands: readonly Command[], most: number): Command[] {
  const groups = new Map<string, Command[]>();
  for (const command of commands) {
    const group = groups.get(command.group) ?? [];
    if (group.length < most) group.push(command);
    groups.set(command.group, group);
  }
  return [...groups.values()].flat();
}

/** Find anything: type, walk with the arrows, Enter runs. */
export function CommandPalette() {
  const w = useWords();
  const { open, sources } = usePalette();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const id = useId();
  // Sources are asked when the palette opens: they may be long.
  const own = useMemo(() => (open ? sources.flatMap((source) => source()) : []), [open, sources]);
  const everything = useEverything(open);
  const list = together(found([...own, ...everything], text), text ? MOST_OF_GROUP : MOST).slice(0, MOST);
  const chosen = list[Math.min(at, list.length - 1)];
  useEffect(() => {
    if (open) setText("");
    setAt(0);
  }, [open]);
  useEffect(() => {
    if (chosen) document.getElementById(`${id}-${chosen.id}`)?.scrollIntoView({ block: "nearest" });
  }, [chosen, id]);

  const run = (command: Command | undefined) => {
    if (!command) return;
    closePalette();
    command.run();
  };
  const keyed = (event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (move !== undefined) {
      event.preventDefault();
      setAt((now) => Math.max(0, Math.min(list.length - 1, now + move)));
    } else if (event.key === "Enter") {
      event.preventDefault();
      run(chosen);
    }
  };
  return (
    <Dialog open={open} onClose={closePalette} title={w.common.find} bare width={600}>
      <div className={css.head} onKeyDown={keyed}>
        <SearchField
          label={w.common.find}
          value={text}
          list={{ id: `${id}-list`, chosen: chosen && `${id}-${chosen.id}` }}
          onChange={(next) => {
            setText(next);
            setAt(0);
          }}
        />
      </div>
      <p className="only-read" aria-live="polite">
        {w.common.results(list.length)}
      </p>
      {list.length ? (
        <div id={`${id}-list`} role="listbox" aria-label={w.common.find} className={css.list}>
          {list.map((command, index) => (
            <div key={command.id} role="presentation">
              {command.group !== list[index - 1]?.group && <div className={css.group}>{command.group}</div>}
              <div
                id={`${id}-${command.id}`}
                role="option"
                tabIndex={-1}
                aria-selected={command === chosen}
                className={classes(css.item, command === chosen && css.on)}
                onPointerMove={() => setAt(index)}
                onClick={() => run(command)}
                onKeyDown={keyed}
              >
                {command.icon && <Icon of={command.icon} size={16} />}
                <span className={css.title}>{command.title}</span>
                {command.note && <span className={css.note}>{command.note}</span>}
                {command.kbd && <Kbd>{command.kbd}</Kbd>}
              </div>
            </div>
          ))}
        </div>
      ) : (
        <EmptyState text={text ? w.common.findEmpty(text) : w.common.findHint} />
      )}
    </Dialog>
  );
}
