import { Crosshair } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { type Choice, choicesOf, signalsOfBody, signalsOfJoint, toggled } from "@/model/plots/groups";
import { entryLabel, unitOf } from "@/model/plots/lines";
import type { SignalSource } from "@/model/plots/source";
import { shownUnit } from "@/model/quantity";
import { useSelection } from "@/model/selection";
import { Button, classes, SearchField } from "@/ui";
import { useFormat, useWords } from "@/words";
import css from "./SignalPicker.module.css";

/** Props of {@link SignalPicker}. */
export interface SignalPickerProps {
  source: SignalSource;
  /** Signals that are chosen: whole ones and entries. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** Choose one entry and no more, for an axis. */
  single?: boolean;
}

/** A list of all signals by kind, to choose whole ones or entries; a text narrows it. */
export function SignalPicker({ source, chosen, onChange, single = false }: SignalPickerProps) {
  const w = useWords().plots;
  const [text, setText] = useState("");
  const selected = useSelection((state) => state.selected);
  const groups = choicesOf(source.channels, text);
  const choose = (name: string) => onChange(single ? [name] : toggled(chosen, name, source.channels));

  const shortcuts = single
    ? []
    : selected
        .map((thing) => {
          const joint = thing.kind === "joint";
          const names = (joint ? signalsOfJoint : signalsOfBody)(source.channels, thing.name);
          return { name: thing.name, label: joint ? w.ofJoint(thing.name) : w.ofPlace(thing.name), names };
        })
        .filter(({ names }) => names.length > 0);

  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>("button, input")];
    event.preventDefault();
    event.stopPropagation();
    buttons.at((buttons.indexOf(document.activeElement as HTMLElement) + step) % buttons.length)?.focus();
  };

  return (
    <div role="none" className={css.picker} onKeyDown={walk} data-testid="signal-picker">
      <SearchField label={w.find} value={text} onChange={setText} />
      {shortcuts.map(({ name, label, names }) => (
        <Button
          key={name}
          size="s"
          icon={Crosshair}
          data-testid="signals-of-selected"
          onClick={() => onChange([...new Set([...chosen, ...names])])}
        >
          {label}
        </Button>
      ))}
      <div className={css.groups}>
        {groups.size === 0 && <p className={css.none}>{w.none(text)}</p>}
        {[...groups].map(([kind, choices]) => (
          <section key={kind} aria-label={w.kinds[kind]}>
            <h3 className={css.kind}>{w.kinds[kind]}</h3>
            {choices.map((choice) => (
              <Row key={choice.channel.name} choice={choice} chosen={chosen} single={single} onChoose={choose} />
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}

interface RowProps {
  choice: Choice;
  chosen: readonly string[];
  single: boolean;
  onChoose: (name: string) => void;
}

function Row({ choice: { channel, entries, kind }, chosen, single, onChoose }: RowProps) {
  const w = useWords().plots;
  const format = useFormat();
  const whole = chosen.includes(channel.name);
  const vector = channel.shape.length > 0;
  const first = entries[0];
  const unit = format.unit(shownUnit(first ? unitOf(first) : channel.unit).shown);
  const name = kind === "other" ? channel.name : channel.name.slice(channel.name.indexOf(".") + 1);
  const said = (
    <>
      <span className={css.name}>{name}</span>
      {channel.kind !== "boolean" && <span className={css.unit}>{unit}</span>}
    </>
  );
  return (
    <div className={css.row}>
      {vector && single ? (
        <span className={classes(css.channel, css.still)}>{said}</span>
      ) : (
        <button
          type="button"
          className={classes(css.channel, whole && css.on)}
          aria-pressed={whole}
          aria-label={vector ? w.whole(channel.name) : channel.name}
          title={channel.description || undefined}
          data-signal={channel.name}
          onClick={() => onChoose(channel.name)}
        >
          {said}
        </button>
      )}
      {entries.length > 0 && (
        <div className={css.entries}>
          {entries.map((entry) => {
            const on = whole || chosen.includes(entry.name);
            return (
              <button
                key={entry.name}
                type="button"
                className={classes(css.entry, on && css.on)}
                aria-pressed={on}
                aria-label={entry.name}
                data-signal={entry.name}
                onClick={() => onChoose(entry.name)}
              >
                {entryLabel(entry.name)}
              </button>
            );
          })}
        </div>
      )}
    </div>
  );
}
