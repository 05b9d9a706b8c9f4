import { FolderOpen, Import } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import type { ImportRobot as ImportRequest, ImportResult, Job, UploadedFile } from "@/gen/messages";
import { api, LinkError } from "@/link/http";
import { finish } from "@/link/jobs";
import { importRemedies, placeBeside } from "@/model/imports";
import { navigate, pathOf } from "@/shell/router";
import { Button, Dialog, Icon, Progress } from "@/ui";
import { useFormat, useWords } from "@/words";
import { droppedFiles, type Given } from "./dropped";
import css from "./Home.module.css";

const MAX_FILES = 300;
const MAX_BYTES = 32 * 2 ** 20;

/** A place to drop a robot's files. */
export function ImportRobot({ onImported }: { onImported: () => void }) {
  const w = useWords();
  const format = useFormat();
  const chooser = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [files, setFiles] = useState<readonly Given[]>([]);
  const [job, setJob] = useState<Job | null>(null);
  const [result, setResult] = useState<ImportResult | null>(null);
  const [error, setError] = useState<LinkError | null>(null);
  const open = job !== null || result !== null || error !== null;

  const close = () => {
    setJob(null);
    setResult(null);
    setError(null);
  };
  const send = async (given: readonly Given[], more: Omit<ImportRequest, "files"> = {}) => {
    close();
    setFiles(given);
    const size = given.reduce((sum, { file }) => sum + file.size, 0);
    if (given.length === 0) return;
    if (given.length > MAX_FILES) return setError(new LinkError(413, { error: w.home.tooMany(MAX_FILES) }));
    if (size > MAX_BYTES)
      return setError(new LinkError(413, { error: w.home.tooLarge(format.bytes(size), format.bytes(MAX_BYTES)) }));
    try {
      const body: ImportRequest = { files: await Promise.all(given.map(encoded)), ...more };
      const started = await api.post<Job>("/api/import", body);
      setResult(await finish<ImportResult>(started, setJob));
      onImported();
    } catch (failure) {
      setError(failure instanceof LinkError ? failure : new LinkError(0, { error: String(failure) }));
    }
    setJob(null);
  };
  const remedies = importRemedies(error?.faults ?? []);
  const drop = async (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    await send(await droppedFiles(event.dataTransfer));
  };
  return (
    <section
      className={css.drop}
      data-over={over}
      aria-label={w.home.import}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => void drop(event)}
    >
      <span className={css.dropSign}>
        <Icon of={Import} size={18} />
      </span>
      <h2>{w.home.import}</h2>
      <p className={css.quiet}>{w.home.importText}</p>
      <div className={css.actions}>
        <Button size="s" icon={FolderOpen} onClick={() => chooser.current?.click()}>
          {w.home.choose}
        </Button>
      </div>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        data-testid="import-files"
        aria-label={w.home.choose}
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])].map((file) => ({
            path: file.webkitRelativePath || file.name,
            file,
          }));
          event.target.value = "";
          void send(chosen);
        }}
      />
      <Dialog
        open={open}
        onClose={close}
        title={w.home.import}
        actions={
          remedies.withoutMeshes ? (
            <Button onClick={() => void send(files, { without_meshes: true })}>{w.home.noMeshes}</Button>
          ) : remedies.candidates.length > 0 ? (
            remedies.candidates.map((main) => (
              <Button key={main} onClick={() => void send(files, { main })} data-testid={`import-${main}`}>
                {main}
              </Button>
            ))
          ) : result ? (
            <Button
              variant="primary"
              onClick={() => navigate(`${pathOf("design")}?world=${encodeURIComponent(result.world)}`)}
            >
              {w.home.tryRobot}
            </Button>
          ) : null
        }
      >
        {job && (
          <Progress
            label={w.home.importing}
            detail={job.detail}
            {...(job.progress === null ? {} : { share: job.progress })}
          />
        )}
        {error && <Refusal error={error} />}
        {result && <Imported result={result} />}
      </Dialog>
    </section>
  );
}

async function encoded({ path, file }: Given): Promise<UploadedFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return { path, data: btoa(text) };
}

function Refusal({ error }: { error: LinkError }) {
  const w = useWords();
  return (
    <div role="alert">
      <p className={css.refusal}>{w.home.importFailed}</p>
      {error.faults.length === 0 && <p>{error.message}</p>}
      <ul className={css.faults}>
        {error.faults.slice(0, 12).map((fault) => (
          <li key={`${fault.place} ${fault.message}`}>
            {placeBeside(fault) && <code>{fault.place}</code>} {fault.message}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Imported({ result }: { result: ImportResult }) {
  const w = useWords();
  const format = useFormat();
  const end = (value: number | null) => (value === null ? "" : format.number(value, 2));
  return (
    <div data-testid="imported">
      <p>{w.home.imported(result.robot)}</p>
      <dl className={css.counts}>
        <dt>{w.home.bodies}</dt>
        <dd className="num">{result.bodies}</dd>
        <dt>{w.home.joints}</dt>
        <dd className="num">{result.joints.length}</dd>
        <dt>{w.home.meshes}</dt>
        <dd className="num">{result.meshes}</dd>
      </dl>
      <table className={css.joints}>
        <thead>
          <tr>
            <th>{w.home.joint}</th>
            <th>{w.home.kind}</th>
            <th>{w.home.range}</th>
          </tr>
        </thead>
        <tbody>
          {result.joints.map((joint) => (
            <tr key={joint.name}>
              <td>{joint.name}</td>
              <td>{joint.kind}</td>
              <td className="num">
                {joint.low === null && joint.high === null ? w.home.free : `${end(joint.low)} … ${end(joint.high)}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {result.notes.length > 0 && (
        <>
          <h3>{w.home.notes}</h3>
          <ul className={css.faults}>
            {result.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
