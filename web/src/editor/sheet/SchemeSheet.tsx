import { ChevronDown, ChevronRight, Plus, Trash2, Workflow } from "lucide-react";
import { useState } from "react";
import type { PortDocument } from "@/gen/documents";
import { isReadOnly, levelOf, NAME, own } from "@/model/scheme/document";
import {
  DEFAULT_STEP,
  removePort,
  renamePort,
  setDescription,
  setPort,
  setStep,
  takenNames,
  usesOf,
} from "@/model/scheme/edits";
import { declaredPort } from "@/model/scheme/ports";
import { classes, Icon, IconButton, isBoolean, NumberField, TextField, useKept } from "@/ui";
import { useWords } from "@/words";
import { useEditor, useScheme } from "../context";
import { Glyph } from "../Glyph";
import { structureOf } from "../look";
import { Changed } from "./Changed";
import { Head } from "./Head";
import { Bound, OfferMenu } from "./Offers";
import { PortFields } from "./PortFields";
import css from "./Sheet.module.css";

/** Properties of the scheme, or of the sub-scheme that is open. */
export function SchemeSheet() {
  const w = useWords();
  const s = w.design.sheet;
  const { store, actions, name } = useEditor();
  const level = useScheme((state) => state.level);
  const doc = useScheme((state) => state.doc);
  const part = levelOf(doc, level);
  const [text, setText] = useState<string | null>(null);
  const { edit } = store.getState();
  if (!part) return null;
  const end = () => {
    if (text !== null) edit(w.design.steps.set(s.description), (now, at) => setDescription(now, at, text));
    setText(null);
  };
  return (
    <>
      <Head
        icon={Workflow}
        label={s.name}
        name={level || name}
        kind={level ? `${s.subTitle} · ${s.usedBy(usesOf(doc, level).length)}` : s.schemeTitle}
        problem={(to) => (!NAME.test(to) ? s.badName : takenNames(doc).has(to) ? s.taken(to) : undefined)}
        onRename={level && !isReadOnly(doc, level) ? (to) => actions.renameScheme(level, to) : undefined}
      />
      <div className={css.body}>
        <div className={css.section}>
          <div className={css.stack}>
            <TextField
              label={s.description}
              lines={4}
              value={text ?? part.description ?? ""}
              onChange={setText}
              onCommit={end}
            />
            {!level && (
              <NumberField
                label={s.step}
                labelled="beside"
                unit="s"
                shown="ms"
                min={1e-4}
                max={1}
                step={1e-3}
                value={doc.step ?? DEFAULT_STEP}
                onChange={(step) =>
                  edit(w.design.steps.set(s.step), (now) => setStep(now, Number(step.toPrecision(9))), "step")
                }
                onCommit={() => store.getState().seal()}
              />
            )}
          </div>
        </div>
        <PortTable side="inputs" />
        <PortTable side="outputs" />
        <Changed />
      </div>
    </>
  );
}

/** A list of more ports than this shows their names alone until one is unfolded. */
const MOST_UNFOLDED = 4;

function PortTable({ side }: { side: "inputs" | "outputs" }) {
  const w = useWords();
  const s = w.design.sheet;
  const { store, actions, flow } = useEditor();
  const level = useScheme((state) => state.level);
  const ports = useScheme((state) => levelOf(state.doc, state.level)?.[side]);
  const { edit } = store.getState();
  const [folded, setFolded] = useKept(`design.sheet.${side}.folded`, false, isBoolean);
  const count = Object.keys(ports ?? {}).length;
  // A long list is one of names; what a port is like unfolds under it.
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const long = count > MOST_UNFOLDED;
  const toggle = (name: string) => {
    const next = new Set(open);
    if (!next.delete(name)) next.add(name);
    setOpen(next);
  };
  const add = (name?: string, port?: PortDocument) => {
    const boxes = flow.current?.getNodes() ?? [];
    const xs = boxes.map((node) => node.position.x + (side === "outputs" ? (node.width ?? 0) : 0));
    const own = boxes.filter((node) => node.id.startsWith(side === "inputs" ? "input:" : "output:"));
    const x = own[0]?.position.x ?? (side === "inputs" ? Math.min(0, ...xs) - 160 : Math.max(0, ...xs) + 80);
    const y = own.length > 0 ? Math.max(...own.map((node) => node.position.y)) + 36 : 0;
    actions.addPort(side, { x, y }, name, port);
  };
  return (
    <div className={css.section} data-testid={`scheme-${side}`}>
      <h3>
        <button
          type="button"
          className={css.fold}
          aria-expanded={!folded}
          onClick={() => setFolded(!folded)}
          data-testid={`fold-${side}`}
        >
          <Icon of={folded ? ChevronRight : ChevronDown} size={14} />
          {side === "inputs" ? s.externalInputs : s.externalOutputs}
          {count > 0 && <span className="num">{count}</span>}
        </button>
        {!level && <OfferMenu side={side} ports={ports} onPick={add} />}
        <IconButton icon={Plus} size="s" label={s.addPort} onClick={() => add()} />
      </h3>
      {Object.entries(folded ? {} : (ports ?? {})).map(([name, port]) => {
        const shown = declaredPort(name, port);
        return (
          <div key={name} className={classes(css.portRow, long && css.foldable)}>
            <Glyph quantity={shown.quantity} structure={structureOf(shown)} size={12} />
            <PortName
              name={name}
              problem={(to) => (!NAME.test(to) ? s.badName : own(ports, to) ? s.taken(to) : undefined)}
              onRename={(to) =>
                edit(w.design.steps.rename(name, to), (doc, level) => renamePort(doc, level, side, name, to))
              }
            />
            <IconButton
              icon={Trash2}
              size="s"
              label={`${s.removePort} ${name}`}
              onClick={() => edit(w.design.steps.remove(name), (doc, level) => removePort(doc, level, side, name))}
            />
            {long && (
              <IconButton
                icon={open.has(name) ? ChevronDown : ChevronRight}
                size="s"
                label={s.portDetails(name)}
                aria-expanded={open.has(name)}
                onClick={() => toggle(name)}
              />
            )}
            {!level && (!long || open.has(name)) && (
              <Bound
                side={side}
                name={name}
                port={port}
                onChange={(change) =>
                  edit(w.design.steps.port(name), (doc, at) => setPort(doc, at, side, name, change))
                }
              />
            )}
            {(!long || open.has(name)) && (
              <PortFields
                port={port}
                onChange={(change) =>
                  edit(w.design.steps.port(name), (doc, level) => setPort(doc, level, side, name, change))
                }
              />
            )}
          </div>
        );
      })}
      {side === "outputs" && <p className={css.help}>{s.bindings}</p>}
    </div>
  );
}

function PortName({
  name,
  problem,
  onRename,
}: {
  name: string;
  problem: (to: string) => string | undefined;
  onRename: (to: string) => void;
}) {
  const w = useWords();
  const [draft, setDraft] = useState<string | null>(null);
  const wrong = draft === null || draft === name ? undefined : problem(draft);
  const end = () => {
    if (draft !== null && draft !== name && !wrong) onRename(draft);
    setDraft(null);
  };
  return (
    <TextField
      label={w.design.sheet.portName}
      labelled="hidden"
      value={draft ?? name}
      error={wrong}
      onChange={setDraft}
      onCommit={end}
    />
  );
}
