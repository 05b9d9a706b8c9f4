import { LogIn, Trash2, X } from "lucide-react";
import { useMemo, useState } from "react";
import { blockOf, innerOf, levelOf, selecting } from "@/model/scheme/document";
import { portsOf } from "@/model/scheme/store";
import { Button, Icon, IconButton, SearchField, Select } from "@/ui";
import { useWords } from "@/words";
import { fittingPorts, readKey } from "../canvas/fitting";
import { portKey } from "../canvas/wiring";
import { useEditor, useScheme, useView } from "../context";
import { typeIcon } from "../icons";
import css from "./Outline.module.css";

/** Everything on the level as a list: the same actions as on the canvas, without a pointer. */
export function Outline() {
  const w = useWords();
  const o = w.design.outline;
  const { store, actions, view } = useEditor();
  const open = useView((now) => now.outline);
  const doc = useScheme((state) => state.doc);
  const level = useScheme((state) => state.level);
  const selection = useScheme((state) => state.selection);
  const [text, setText] = useState("");
  const part = levelOf(doc, level);
  const wanted = text.trim().toLowerCase();
  const blocks = useMemo(
    () => (part?.blocks ?? []).filter((block) => `${block.id} ${block.type}`.toLowerCase().includes(wanted)),
    [part?.blocks, wanted],
  );
  if (!open) return null;
  const [chosen] = selection.blocks;
  return (
    <aside className={css.outline} aria-label={o.title} data-testid="outline">
      <header>
        <b>{o.title}</b>
        <IconButton icon={X} size="s" label={w.common.close} onClick={() => view.setState({ outline: false })} />
      </header>
      <SearchField label={o.find} value={text} onChange={setText} />
      <h3>{o.blocks}</h3>
      {blocks.length === 0 && <p className="cap">{o.nothing}</p>}
      <ul>
        {blocks.map((block) => {
          const id = block.id;
          const nested = innerOf(doc, block) !== undefined;
          return (
            <li key={id} data-on={selection.blocks.includes(id) || undefined}>
              <button
                type="button"
                aria-pressed={selection.blocks.includes(id)}
                onClick={(event) => {
                  if (event.shiftKey || event.ctrlKey) store.getState().toggle({ blocks: [id] });
                  else store.getState().select({ blocks: [id] });
                  actions.centreOn([`block:${id}`]);
                }}
              >
                <Icon of={typeIcon(block.type)} size={14} />
                <span>{id}</span>
                <span className="cap">{block.type}</span>
              </button>
              {nested && (
                <IconButton icon={LogIn} size="s" label={`${o.open} ${id}`} onClick={() => actions.enter(id)} />
              )}
              <IconButton
                icon={Trash2}
                size="s"
                label={`${o.remove} ${id}`}
                onClick={() => actions.remove(selecting({ blocks: [id] }))}
              />
            </li>
          );
        })}
      </ul>
      {chosen && <Connect id={chosen} />}
      <h3>{o.wires}</h3>
      <ul>
        {(part?.wires ?? [])
          .filter((wire) => !chosen || wire.from.startsWith(`${chosen}.`) || wire.to.startsWith(`${chosen}.`))
          .slice(0, 200)
          .map((wire) => {
            const key = `${wire.from} -> ${wire.to}`;
            return (
              <li key={key} data-on={selection.wires.includes(key) || undefined}>
                <button type="button" onClick={() => store.getState().select({ wires: [key] })}>
                  <span>
                    {wire.from} → {wire.to}
                  </span>
                </button>
                <IconButton
                  icon={Trash2}
                  size="s"
                  label={`${o.remove} ${key}`}
                  onClick={() => actions.remove(selecting({ wires: [key] }))}
                />
              </li>
            );
          })}
      </ul>
    </aside>
  );
}

/** Lay a wire by choosing its two ends. */
function Connect({ id }: { id: string }) {
  const w = useWords();
  const o = w.design.outline;
  const { store, actions } = useEditor();
  const state = store.getState();
  const facts = useScheme((now) => portsOf(now, now.level, id));
  const keys = [
    ...facts.outputs.map((port) => portKey("out", `${id}.${port.name}`)),
    ...facts.inputs.map((port) => portKey("in", `${id}.${port.name}`)),
  ];
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const start = keys.includes(from) ? from : (keys[0] ?? "");
  const targets = useMemo(() => (start ? [...fittingPorts(state, start)] : []), [state, start]);
  const end = targets.includes(to) ? to : (targets[0] ?? "");
  if (!blockOf(levelOf(state.doc, state.level), id) || keys.length === 0) return null;
  const option = (key: string) => ({ value: key, label: readKey(key).terminal });
  const connect = () => {
    const [a, b] = [readKey(start), readKey(end)];
    if (a.role === "out") actions.connect(a.terminal, b.terminal);
    else actions.connect(b.terminal, a.terminal);
  };
  return (
    <div className={css.connect}>
      <Select label={o.from} labelled="beside" value={start} options={keys.map(option)} onChange={setFrom} />
      <Select
        label={o.to}
        labelled="beside"
        value={end}
        placeholder={o.noTarget}
        options={targets.map(option)}
        onChange={setTo}
      />
      <Button size="s" reason={end ? undefined : o.noTarget} onClick={connect} data-testid="outline-connect">
        {o.connect}
      </Button>
    </div>
  );
}
