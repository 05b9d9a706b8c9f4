import { Boxes, FilePlus2, FolderPlus } from "lucide-react";
import type { LinkError } from "@/link/http";
import { importRemedies } from "@/model/imports";
import { Button } from "@/ui";
import { useWords } from "@/words";
import { Chooser } from "./Chooser";
import css from "./NewRobot.module.css";
import type { Upload } from "./useUpload";

/** Most missing meshes that are listed one by one. */
const SHOWN = 12;

/** Why a robot cannot be looked at, and what to do about it. */
export function Asked({ error, upload }: { error: LinkError; upload: Upload }) {
  const w = useWords().newrobot;
  const { withoutMeshes, missing, candidates } = importRemedies(error.faults);
  const title = candidates.length > 0 ? w.which : missing.length > 0 ? w.missing(missing.length) : w.refused;
  return (
    <section className={css.asked} role="alert" data-testid="robot-asked">
      <h2>{title}</h2>
      {candidates.length > 0 ? (
        <ul className={css.candidates}>
          {candidates.map((main) => (
            <li key={main}>
              <Button onClick={() => void upload.again({ main })}>{main}</Button>
            </li>
          ))}
        </ul>
      ) : missing.length > 0 ? (
        <>
          <p className={css.quiet}>{w.missingHint}</p>
          <ul className={css.missing}>
            {missing.slice(0, SHOWN).map((mesh) => (
              <li key={mesh}>
                <code>{mesh}</code>
              </li>
            ))}
            {missing.length > SHOWN && <li>{w.more(missing.length - SHOWN)}</li>}
          </ul>
        </>
      ) : (
        <p>{error.message}</p>
      )}
      <div className={css.actions}>
        {missing.length > 0 && (
          <>
            <Chooser
              label={w.addFiles}
              icon={FilePlus2}
              variant="primary"
              id="add-files"
              onFiles={(given) => void upload.add(given)}
            />
            <Chooser
              label={w.addFolder}
              icon={FolderPlus}
              folder
              id="add-folder"
              onFiles={(given) => void upload.add(given)}
            />
          </>
        )}
        {withoutMeshes && (
          <Button icon={Boxes} onClick={() => void upload.again({ without_meshes: true })}>
            {w.simple}
          </Button>
        )}
        <Button variant="quiet" onClick={upload.clear}>
          {w.other}
        </Button>
      </div>
    </section>
  );
}
