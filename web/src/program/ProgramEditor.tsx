import { Pause, Play, Save, SkipBack, SkipForward } from "lucide-react";
import { useState } from "react";
import { DocumentDialogs } from "@/documents/DocumentDialogs";
import type { Opened } from "@/documents/documents";
import { documentKeys, UndoButtons } from "@/documents/History";
import { useDocumentPlace } from "@/documents/useDocument";
import type { ProgramDocument } from "@/gen/documents";
import { same } from "@/model/document/same";
import { useShortcuts } from "@/shell/keys";
import { Button, IconButton } from "@/ui";
import { said, useLanguage, useWords, type Words } from "@/words";
import { ActionSheet, TargetSheet } from "./FrameSheet";
import { Frames, PlanCard } from "./Frames";
import css from "./Program.module.css";
import { usePlaying } from "./usePlaying";
import { useProgram } from "./useProgram";
import { Views } from "./Views";

/** What differs between two versions of a program, for people; nothing if they say the same. */
function differences(theirs: ProgramDocument, ours: ProgramDocument, { program: { save: s } }: Words) {
  const keys = ["frames", "start", "speed"] as const;
  const found = keys.filter((key) => !same(theirs[key], ours[key]));
  return found.length > 0 ? <p>{s.differs(found.map((key) => s.parts[key]).join(", "))}</p> : null;
}

/** The editor of a program of frames: a list, the arm from two sides, numbers; looked at as a whole while it is edited. */
export function ProgramEditor({ opened }: { opened: Opened<ProgramDocument> }) {
  const w = useWords();
  const p = w.program;
  const language = useLanguage();
  const edited = useProgram(opened);
  const [wanted, setChosen] = useState(0);
  const { doc, dirty, store, plan } = edited;
  const chosen = Math.min(wanted, doc.frames.length - 1);
  const playing = usePlaying(edited.seen, chosen, setChosen);
  const title = said(doc.title, language) || doc.name;
  useDocumentPlace(edited, title);
  useShortcuts(
    p.title,
    documentKeys(store, () => void (edited.saving || edited.save())),
  );
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1>{title}</h1>
        <IconButton icon={SkipBack} label={p.back} onClick={() => playing.step(-1)} />
        <Button
          icon={playing.playing ? Pause : Play}
          variant="primary"
          data-testid="program-play"
          onClick={playing.playing ? playing.stop : playing.play}
          {...(plan && plan.frames.length > 0 ? {} : { reason: p.checking })}
        >
          {playing.playing ? p.pause : p.play}
        </Button>
        <IconButton icon={SkipForward} label={p.forward} onClick={() => playing.step(1)} data-testid="program-step" />
        <span className={css.push} />
        <UndoButtons store={store} />
        <Button
          icon={Save}
          busy={edited.saving}
          onClick={() => void edited.save()}
          data-testid="save-program"
          {...(dirty ? {} : { reason: p.saved })}
        >
          {p.save.save}
        </Button>
      </header>
      <div className={css.columns}>
        <div className={css.sheet}>
          <Frames edited={edited} chosen={chosen} onChoose={setChosen} />
          <PlanCard edited={edited} onChoose={setChosen} />
        </div>
        <div className={css.card}>
          <Views edited={edited} chosen={chosen} moment={playing.moment} />
          <p className={css.quiet}>{p.hint}</p>
        </div>
        <div className={css.sheet}>
          <TargetSheet edited={edited} chosen={chosen} />
          <ActionSheet edited={edited} chosen={chosen} />
        </div>
      </div>
      <DocumentDialogs edited={edited} differences={differences} />
    </div>
  );
}
