import {
  CircleCheck, CircleX, FileDown, Maximize, PanelTop, Pencil, Play, Save, ZoomIn, ZoomOut,
} from "lucide-react"; // biome-ignore format: a list
import { downloadDocument } from "@/documents/files";
import { UndoButtons } from "@/documents/History";
import { overlaps } from "@/model/paneldoc/problems";
import { Button, Chip, Icon, IconButton } from "@/ui";
import { useFormat, useWords } from "@/words";
import { usePanelEditor, usePanelFaults, usePanelState, useView } from "./context";
import css from "./Toolbar.module.css";

/** The bar over the board: undo, zoom, preview, problems, save. */
export function Toolbar({ saving, onSave }: { saving: boolean; onSave: () => void }) {
  const w = useWords();
  const t = w.paneleditor.tools;
  const format = useFormat();
  const { name, store, view } = usePanelEditor();
  const dirty = usePanelState((state) => state.dirty);
  const doc = usePanelState((state) => state.doc);
  const preview = useView((now) => now.preview);
  const zoom = useView((now) => now.zoom);
  const shown = useView((now) => now.scale);
  const faults = usePanelFaults().length;
  const over = overlaps(doc).length;
  const scale = (by: number) => view.setState({ zoom: Math.min(3, Math.max(0.25, view.getState().scale * by)) });
  return (
    <div className={css.bar} role="toolbar" aria-label={t.bar}>
      <span className={css.name}>
        <Icon of={PanelTop} size={15} />
        <b>{name}</b>
      </span>
      <UndoButtons store={store} off={preview} testids={["panel-undo", "panel-redo"]} />
      <span className={css.line} />
      <IconButton icon={ZoomOut} size="s" label={t.zoomOut} onClick={() => scale(0.8)} />
      <Button variant="quiet" size="s" title={t.actual} onClick={() => view.setState({ zoom: 1 })}>
        <span className="num">{format.percent(shown)}</span>
      </Button>
      <IconButton icon={ZoomIn} size="s" label={t.zoomIn} onClick={() => scale(1.25)} />
      <IconButton
        icon={Maximize}
        size="s"
        label={t.fit}
        pressed={zoom === 0}
        onClick={() => view.setState({ zoom: 0 })}
      />
      <span className={css.line} />
      <IconButton
        icon={FileDown}
        size="s"
        label={t.json}
        onClick={() => downloadDocument("panel", name, doc)}
        data-testid="panel-export"
      />
      <span className={css.end}>
        {preview && <span className={css.note}>{t.previewNote}</span>}
        {!preview &&
          (faults > 0 ? (
            <Chip tone="bad" icon={CircleX}>
              {t.problems(faults)}
            </Chip>
          ) : over > 0 ? (
            <Chip tone="warn">{t.problems(over)}</Chip>
          ) : (
            <Chip tone="ok" icon={CircleCheck}>
              {t.fine}
            </Chip>
          ))}
        <Button
          size="s"
          icon={preview ? Pencil : Play}
          pressed={preview}
          className={css.tall}
          onClick={() => view.setState({ preview: !preview })}
          data-testid="panel-preview"
        >
          {preview ? t.endPreview : t.preview}
        </Button>
        <Button
          size="s"
          variant={dirty ? "primary" : "default"}
          icon={Save}
          kbd="Ctrl S"
          busy={saving}
          className={css.tall}
          onClick={onSave}
          data-testid="panel-save"
        >
          {w.paneleditor.save.save}
        </Button>
      </span>
    </div>
  );
}
