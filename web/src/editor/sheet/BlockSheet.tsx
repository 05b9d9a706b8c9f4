import { BookOpen, Copy, Ellipsis, FlipHorizontal2, LogIn, Trash2, Ungroup } from "lucide-react";
import { useState } from "react";
import { blockOf, levelOf, own, subSchemeOf } from "@/model/scheme/document";
import { nameProblem } from "@/model/scheme/edits";
import { portsOf } from "@/model/scheme/store";
import { Button, IconButton, MenuButton, type MenuItem, Switch, Tooltip } from "@/ui";
import { useWords } from "@/words";
import { useEditor, useScheme, useView } from "../context";
import { Equation } from "../Equation";
import { typeIcon } from "../icons";
import { familyOf } from "../look";
import { PartButtons } from "../PartBanner";
import { useRunState } from "../running";
import { Changed } from "./Changed";
import { Constants } from "./Constants";
import { Docs } from "./Docs";
import { Head } from "./Head";
import { Parameters } from "./Parameters";
import { Ports } from "./Ports";
import { ShapeField } from "./ShapeField";
import css from "./Sheet.module.css";

/** Properties of one block. */
export function BlockSheet({ id }: { id: string }) {
  const w = useWords();
  const s = w.design.sheet;
  const { actions, name: scheme, view } = useEditor();
  const level = useScheme((state) => state.level);
  const part = useScheme((state) => levelOf(state.doc, state.level));
  const block = useScheme((state) => blockOf(levelOf(state.doc, state.level), id));
  const facts = useScheme((state) => portsOf(state, state.level, id));
  const types = useScheme((state) => state.blocks);
  const doc = useScheme((state) => state.doc);
  const run = useRunState(scheme);
  const tune = useView((now) => now.tune);
  const [docs, setDocs] = useState(false);
  if (!block || !part) return null;
  const info = types.get(block.type);
  const nested = subSchemeOf(block);
  const used = own(doc.uses, nested);
  const family = w.design.palette.families[familyOf(block.type)] ?? familyOf(block.type);
  const runs = run === "running" || run === "ready" || run === "halted";
  const problem = (to: string) => {
    const found = nameProblem(part, id, to);
    return found === "bad" ? s.badName : found === "taken" ? s.taken(to) : undefined;
  };
  const menu: (MenuItem | "-")[] = [
    ...(nested
      ? [
          { label: s.open, icon: LogIn, kbd: "Enter", onSelect: () => void actions.enter(id) },
          { label: w.design.tools.ungroup, icon: Ungroup, onSelect: () => actions.ungroup(id) },
        ]
      : []),
    { label: s.flip, icon: FlipHorizontal2, onSelect: actions.flip },
    { label: s.duplicate, icon: Copy, kbd: "Ctrl D", onSelect: actions.duplicate },
    "-",
    { label: s.delete, icon: Trash2, kbd: "Del", danger: true, onSelect: () => actions.remove() },
  ];
  const parameters = info && info.parameters.length > 0;
  const overrides = nested ? Object.keys(block.parameters ?? {}) : [];
  return (
    <>
      <Head
        icon={typeIcon(block.type)}
        label={s.name}
        name={id}
        kind={
          nested
            ? used !== undefined
              ? w.design.part.kind(used)
              : `${w.design.canvas.subscheme} ${nested}`
            : info
              ? `${info.title} · ${family}`
              : s.unknownType(block.type)
        }
        problem={problem}
        onRename={(to) => actions.rename(id, to)}
      >
        {info && <IconButton icon={BookOpen} size="s" label={s.docs} pressed={docs} onClick={() => setDocs(!docs)} />}
        <MenuButton
          label={s.more}
          align="end"
          items={menu}
          button={(props) => <IconButton icon={Ellipsis} size="s" label={s.more} {...props} />}
        />
      </Head>
      <div className={css.body}>
        {nested && (
          <div className={css.section}>
            <div className={css.ways}>
              <Button icon={LogIn} kbd="Enter" onClick={() => actions.enter(id)} data-testid="open-subscheme">
                {used === undefined ? s.open : w.design.part.inside}
              </Button>
              {used !== undefined && <PartButtons name={nested} />}
            </div>
          </div>
        )}
        {info && (info.equation || docs || info.summary) && (
          <div className={css.section}>
            {info.equation && <Equation tex={info.equation} className={css.equation} />}
            {docs ? (
              <Docs text={info.text || info.summary} />
            ) : (
              !info.equation && <p className={css.text}>{info.summary}</p>
            )}
          </div>
        )}
        {(parameters || overrides.length > 0) && (
          <div className={css.section}>
            <h3>
              {nested ? s.override : s.parameters}
              <Tooltip text={runs ? s.tuneTip : ""}>
                <Switch
                  label={s.tune}
                  checked={tune && runs}
                  reason={runs ? undefined : s.tuneNone}
                  onChange={(on) => view.setState({ tune: on })}
                />
              </Tooltip>
            </h3>
            <Parameters id={id} block={block} info={info} tuning={tune && runs} />
          </div>
        )}
        {info?.elementwise && (
          <div className={css.section}>
            <ShapeField
              value={block.shape ?? []}
              onChange={(shape) => actions.setShape(id, shape)}
              label={s.shape}
              hint={s.each}
            />
          </div>
        )}
        <Constants
          id={id}
          ports={facts.inputs}
          given={block.inputs}
          wired={(port) => isWired(part.wires, `${id}.${port}`)}
        />
        <Ports id={id} facts={facts} level={level} />
        <Changed />
      </div>
    </>
  );
}

const isWired = (wires: readonly { to: string }[] | undefined, terminal: string): boolean =>
  wires?.some((wire) => wire.to === terminal) ?? false;
