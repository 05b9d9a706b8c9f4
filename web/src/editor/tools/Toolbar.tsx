import {
  Activity, ChevronRight, CircleX, Download, Ellipsis, FileDown, FileUp, GitCompare, Group, ImageDown, ListChecks, ListTree, MessageSquarePlus,
  Play, Save, SaveAll, TriangleAlert, WandSparkles, Workflow,
} from "lucide-react"; // biome-ignore format: a list
import { type ReactNode, useRef } from "react";
import { downloadDocument } from "@/documents/files";
import { UndoButtons } from "@/documents/History";
import { useStops } from "@/link/stops";
import { Button, Chip, Icon, IconButton, MenuButton } from "@/ui";
import { useWords } from "@/words";
import { middleOf, useEditor, useScheme, useView } from "../context";
import { useRunState } from "../running";
import { exportPng, exportSvg, readScheme } from "./files";
import { RunControls } from "./RunControls";
import css from "./Toolbar.module.css";

/** Props of {@link Toolbar}. */
export interface ToolbarProps {
  /** Check now. */
  onCheck: () => void;
  /** Run, or apply to the session that runs. */
  onRun: () => void;
  /** Why it cannot run; empty if it can. */
  cannotRun: string;
  onSave: () => void;
  saving: boolean;
  /** Work under way: applying, starting. */
  busy: boolean;
  /** Whether the session runs something older than what is edited. */
  pending: boolean;
  /** Whether pult ships a scheme of this name. */
  shipped: boolean;
  /** The switch between scheme and panel. */
  parts?: ReactNode;
}

/** The bar over the canvas: levels, undo, tools, state of the run, check and run. */
export function Toolbar({ onCheck, onRun, cannotRun, onSave, saving, busy, pending, shipped, parts }: ToolbarProps) {
  const w = useWords();
  const t = w.design.tools;
  const editor = useEditor();
  const { store, actions, view, name } = editor;
  const chosen = useScheme((state) => state.selection.blocks.length);
  const errors = useScheme((state) => state.faults.errors);
  const warnings = useScheme((state) => state.faults.warnings);
  const dirty = useScheme((state) => state.dirty);
  const live = useView((now) => now.live);
  const outline = useView((now) => now.outline);
  const run = useRunState(name);
  const runs = run === "running" || run === "ready" || run === "halted";
  const stops = useStops();
  const stopped = runs && (stops.pressed || stops.absent);
  const file = useRef<HTMLInputElement>(null);
  return (
    <div className={css.bar} role="toolbar" aria-label={t.bar}>
      {parts}
      <Levels />
      <span className={css.tools}>
        <UndoButtons store={store} />
        <IconButton
          icon={Save}
          size="s"
          label={w.design.save.save}
          kbd="Ctrl S"
          busy={saving}
          pressed={dirty || undefined}
          onClick={onSave}
          data-testid="save"
        />
        <span className={css.line} />
        <Tool icon={WandSparkles} label={t.tidy} onClick={() => void actions.tidy()} testid="tidy" kbd="L" />
        <Tool
          icon={Group}
          label={t.group}
          onClick={actions.group}
          reason={chosen ? undefined : t.groupNone}
          testid="group"
          kbd="Ctrl G"
        />
        <Tool icon={MessageSquarePlus} label={t.note} onClick={() => actions.note(middleOf(editor))} testid="note" />
        <span className={css.line} />
        <Tool
          icon={Activity}
          label={t.live}
          pressed={live && runs}
          reason={runs ? undefined : t.liveNone}
          onClick={() => view.setState({ live: !live })}
          testid="live-values"
        />
        <Tool
          icon={ListTree}
          label={t.outline}
          pressed={outline}
          onClick={() => view.setState({ outline: !outline })}
          testid="outline-toggle"
          bare
        />
        <MenuButton
          label={t.more}
          items={[
            { label: w.design.save.as, icon: SaveAll, onSelect: () => view.setState({ dialog: "save-as" }) },
            { label: t.diffSaved, icon: GitCompare, onSelect: () => view.setState({ dialog: "diff-saved" }) },
            ...(shipped
              ? [{ label: t.diffShipped, icon: GitCompare, onSelect: () => view.setState({ dialog: "diff-shipped" }) }]
              : []),
            "-",
            { label: t.svg, icon: ImageDown, onSelect: () => void exportSvg(editor) },
            { label: t.png, icon: ImageDown, onSelect: () => void exportPng(editor) },
            { label: t.json, icon: FileDown, onSelect: () => downloadDocument("scheme", name, store.getState().doc) },
            { label: t.importJson, icon: FileUp, onSelect: () => file.current?.click() },
          ]}
          button={(props) => <IconButton icon={Ellipsis} size="s" label={t.more} {...props} data-testid="more-tools" />}
        />
        <input
          ref={file}
          type="file"
          accept=".json,application/json"
          hidden
          data-testid="import-file"
          onChange={(event) => void readScheme(editor, event.currentTarget)}
        />
      </span>
      <span className={css.states}>
        {run === "starting" && <Chip tone="accent">{t.compiling}</Chip>}
        {runs && errors > 0 && (
          <Chip tone="ok" icon={Play}>
            {t.lastGood}
          </Chip>
        )}
        {runs && errors === 0 && (
          <Chip tone={stopped ? "bad" : run === "running" ? "ok" : "plain"}>
            {pending ? t.pending : stopped || run === "halted" ? t.halted : run === "running" ? t.running : t.ready}
          </Chip>
        )}
        {errors > 0 && (
          <Chip tone="bad" icon={CircleX}>
            {t.errors(errors)}
          </Chip>
        )}
        {errors === 0 && warnings > 0 && (
          <Chip tone="warn" icon={TriangleAlert}>
            {t.warnings(warnings)}
          </Chip>
        )}
        {runs && <RunControls run={run} stopped={stops.pressed} absent={stops.absent} />}
        <Button size="s" icon={ListChecks} kbd="C" onClick={onCheck} className={css.tall} data-testid="check">
          <span className={css.word}>{t.check}</span>
        </Button>
        <Button
          size="s"
          variant="primary"
          icon={runs ? Download : Play}
          busy={busy || run === "starting"}
          reason={cannotRun || undefined}
          onClick={onRun}
          className={css.tall}
          title="Ctrl Enter"
          data-testid="run"
        >
          {runs ? t.apply : t.run}
        </Button>
      </span>
    </div>
  );
}

/** The way to the level that is shown; each step leads back there. */
function Levels() {
  const w = useWords();
  const { name, store } = useEditor();
  const path = useScheme((state) => state.path);
  return (
    <nav className={css.levels} aria-label={w.design.tools.levels} data-testid="levels">
      <Icon of={Workflow} size={15} />
      {path.map((crumb, index) => (
        <span key={`${crumb.level} ${crumb.block}`} className={css.level}>
          {index > 0 && <Icon of={ChevronRight} size={13} />}
          {index === path.length - 1 ? (
            <b aria-current="page">{crumb.block || name}</b>
          ) : (
            <button type="button" onClick={() => store.getState().leave(index)}>
              {crumb.block || name}
            </button>
          )}
        </span>
      ))}
    </nav>
  );
}

interface ToolProps {
  icon: typeof Play;
  label: string;
  onClick: () => void;
  pressed?: boolean;
  reason?: string;
  testid: string;
  kbd?: string;
  bare?: boolean;
}

/** A tool with its word; only the sign where there is little room. */
function Tool({ icon, label, onClick, pressed, reason, testid, kbd, bare }: ToolProps) {
  if (bare)
    return (
      <IconButton
        icon={icon}
        size="s"
        label={label}
        pressed={pressed}
        reason={reason}
        onClick={onClick}
        data-testid={testid}
      />
    );
  return (
    <Button
      variant="quiet"
      size="s"
      icon={icon}
      pressed={pressed}
      reason={reason}
      onClick={onClick}
      title={kbd ? `${label} (${kbd})` : label}
      aria-label={label}
      data-testid={testid}
    >
      <span className={css.word}>{label}</span>
    </Button>
  );
}
