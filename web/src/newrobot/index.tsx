import { Import } from "lucide-react";
import { type DragEvent, useState } from "react";
import { droppedFiles } from "@/link/dropped";
import { Icon, Progress } from "@/ui";
import { useFormat, useWords } from "@/words";
import { Asked } from "./Asked";
import { Chooser } from "./Chooser";
import css from "./NewRobot.module.css";
import { type Upload, useUpload } from "./useUpload";
import { Wizard } from "./Wizard";

/** The screen "Your own robot": its files, a look at it, and *Drive it now*. */
export default function NewRobotScreen() {
  const w = useWords().newrobot;
  const upload = useUpload();
  const { look, error, id } = upload;
  const [over, setOver] = useState(false);
  const drop = async (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const given = await droppedFiles(event.dataTransfer);
    await (id && !look ? upload.add(given) : upload.begin(given));
  };
  const dragging = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <div
      className={css.page}
      data-testid="new-robot"
      data-over={over}
      onDragOver={dragging}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => void drop(event)}
    >
      {look ? (
        <Wizard key={`${id} ${look.main} ${look.meshes}`} look={look} upload={upload} />
      ) : (
        <div className={css.start}>
          <header>
            <h1>{w.title}</h1>
            <p className={css.quiet}>{w.hint}</p>
          </header>
          <Under upload={upload} />
          {error ? <Asked error={error} upload={upload} /> : !upload.sending && !upload.job && <Drop upload={upload} />}
        </div>
      )}
    </div>
  );
}

function Drop({ upload }: { upload: Upload }) {
  const w = useWords().newrobot;
  return (
    <section className={css.drop} aria-label={w.drop}>
      <Icon of={Import} size={28} />
      <p>{w.drop}</p>
      <div className={css.actions}>
        <Chooser
          label={w.folder}
          folder
          variant="primary"
          id="robot-folder"
          onFiles={(given) => void upload.begin(given)}
        />
        <Chooser label={w.files} id="robot-files" onFiles={(given) => void upload.begin(given)} />
      </div>
    </section>
  );
}

/** What is under way. */
function Under({ upload: { sending, job } }: { upload: Upload }) {
  const w = useWords().newrobot;
  const format = useFormat();
  if (sending)
    return (
      <Progress
        label={w.sending}
        detail={w.sent(format.bytes(sending.done), format.bytes(sending.all))}
        share={sending.all ? sending.done / sending.all : 1}
      />
    );
  if (job)
    return (
      <Progress label={w.looking} detail={job.detail} {...(job.progress === null ? {} : { share: job.progress })} />
    );
  return null;
}
