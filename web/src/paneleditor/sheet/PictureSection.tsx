import { ImageUp, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { sizeOf } from "@/model/paneldoc/document";
import { removePicture, setPicture } from "@/model/paneldoc/edits";
import { Button, Select, showToast } from "@/ui";
import { saidBy, useWords } from "@/words";
import { usePanelEditor, usePanelState } from "../context";
import { savePicture } from "../documents";
import { svgSize } from "../usePictureSize";
import { Section } from "./fields";
import css from "./Sheet.module.css";

const VIEWS = ["", "front", "back", "left", "right", "above"] as const;

/** The picture's file: chosen here, checked by the server. */
export function PictureSection() {
  const w = useWords();
  const p = w.paneleditor;
  const s = p.sheet;
  const { name, store, view, file } = usePanelEditor();
  const picture = usePanelState((state) => state.doc.picture);
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState("");
  const upload = async (chosen: File | undefined) => {
    if (!chosen) return;
    setFailed("");
    setBusy(true);
    try {
      const svg = await chosen.text();
      const size = svgSize(svg);
      if (!size) throw new Error(s.notSvg);
      await savePicture(name, svg);
      view.setState({ svg, natural: size });
      store.getState().edit(p.steps.picture, (doc) => {
        const [wide, tall] = sizeOf(doc);
        const [x = 0, y = 0] = doc.picture?.position ?? [];
        const before = doc.picture?.scale ?? 1;
        const room = Math.min(before, (wide - x) / size[0], (tall - y) / size[1]);
        const scale = Math.floor(room * 1e3) / 1e3;
        const kept = doc.picture?.view ? { view: doc.picture.view } : {};
        return setPicture(doc, { file, size, position: [x, y], ...(scale === 1 ? {} : { scale }), ...kept });
      });
      showToast({ kind: "ok", title: s.uploaded });
    } catch (error) {
      setFailed(saidBy(error));
    }
    setBusy(false);
    if (input.current) input.current.value = "";
  };
  return (
    <Section title={s.picture}>
      <input
        ref={input}
        type="file"
        accept=".svg,image/svg+xml"
        hidden
        data-testid="picture-file"
        onChange={(event) => void upload(event.currentTarget.files?.[0])}
      />
      <div className={css.row}>
        <Button icon={ImageUp} busy={busy} onClick={() => input.current?.click()} data-testid="picture-upload">
          {picture ? s.replace : s.upload}
        </Button>
        {picture && (
          <Button
            icon={Trash2}
            variant="quiet"
            onClick={() => store.getState().edit(p.steps.remove(p.board.picture), removePicture)}
          >
            {s.removePicture}
          </Button>
        )}
      </div>
      {failed && (
        <p className={css.bad} role="alert" data-testid="picture-error">
          {failed}
        </p>
      )}
      <p className={css.help}>{s.uploadHint}</p>
      {picture && (
        <Select
          label={s.view}
          hint={s.viewHint}
          value={picture.view ?? ""}
          options={VIEWS.map((value) => ({ value, label: s.views[value || "file"] }))}
          onChange={(view) =>
            store.getState().edit(p.steps.set(s.view), (doc) => {
              if (!doc.picture) return doc;
              const { view: _, ...rest } = doc.picture;
              return { ...doc, picture: view ? { ...rest, view } : rest };
            })
          }
        />
      )}
    </Section>
  );
}
