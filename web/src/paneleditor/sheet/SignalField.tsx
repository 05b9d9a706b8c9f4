import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { classes, Icon, Popover, SearchField } from "@/ui";
import { useFormat, useWords } from "@/words";
import { usePanelEditor } from "../context";
import css from "./Sheet.module.css";

interface Line {
  value: string;
  title: string;
  note: string;
  unit: string;
  group: string;
}

const MOST = 60;

/** A signal, found by its name or written out; empty stands for what is said in `empty`. */
export function SignalField(props: {
  label: string;
  value: string;
  empty: string;
  onChange: (value: string) => void;
  testid: string;
  /** The label is for readers only. */
  bare?: boolean;
}) {
  const { label, value, empty, onChange, testid, bare } = props;
  const w = useWords();
  const s = w.paneleditor.sheet;
  const format = useFormat();
  const { world } = usePanelEditor();
  const id = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const lines = useMemo(() => {
    const wanted = text.trim().toLowerCase();
    const found: Line[] = world.signals
      .filter(({ name, note }) => `${name} ${note}`.toLowerCase().includes(wanted))
      .slice(0, MOST)
      .map(({ name, note, unit, group }) => ({ value: name, title: name, note, unit, group: s[group] }));
    if (!wanted) return [{ value: "", title: empty, note: "", unit: "", group: "" }, ...found];
    const exact = found.some((line) => line.value === text.trim());
    const own = { value: text.trim(), title: s.asWritten(text.trim()), note: "", unit: "", group: "" };
    return exact || /\s/.test(text.trim()) ? found : [...found, own];
  }, [text, world.signals, empty, s]);
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [id, at]);
  const take = (line: Line | undefined) => {
    if (!line) return;
    onChange(line.value);
    setOpen(false);
    setText("");
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      event.preventDefault();
      take(lines[at]);
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || lines.length === 0) return;
    event.preventDefault();
    setAt((now) => (now + step + lines.length) % lines.length);
  };
  return (
    <div>
      <span className={bare ? "only-read" : css.label} id={`${id}-label`}>
        {label}
      </span>
      <button
        ref={anchor}
        type="button"
        className={css.choice}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-labelledby={`${id}-label ${id}-value`}
        onClick={() => setOpen(!open)}
        data-testid={testid}
      >
        <span id={`${id}-value`} className={value ? "num" : undefined}>
          {value || empty}
        </span>
        <Icon of={ChevronDown} size={14} />
      </button>
      <Popover open={open} onClose={() => setOpen(false)} anchor={anchor} label={label} align="end">
        {open && (
          <div className={css.signals} onKeyDown={key}>
            <SearchField
              label={s.findSignal}
              value={text}
              onChange={(next) => {
                setText(next);
                setAt(0);
              }}
              list={{ id: `${id}-list`, chosen: `${id}-${at}` }}
            />
            <div id={`${id}-list`} role="listbox" aria-label={label} className={css.found}>
              {lines.length === 0 && <p className={css.help}>{s.noSignals}</p>}
              {lines.map((line, index) => (
                <div key={`${line.value} ${line.title}`} role="presentation">
                  {line.group && line.group !== lines[index - 1]?.group && (
                    <div className={css.groupName}>{line.group}</div>
                  )}
                  {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field above moves and takes with keys */}
                  <div
                    id={`${id}-${index}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={index === at}
                    className={classes(css.signal, index === at && css.at)}
                    onClick={() => take(line)}
                  >
                    <span className={line.group ? "num" : undefined}>{line.title}</span>
                    <span>{line.unit && line.unit !== "1" ? format.unit(line.unit) : ""}</span>
                    {line.note && <small>{line.note}</small>}
                  </div>
                </div>
              ))}
            </div>
          </div>
        )}
      </Popover>
    </div>
  );
}
