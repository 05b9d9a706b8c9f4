import { Play, Square } from "lucide-react";
import { useEffect, useState } from "react";
import type { PanelDocument } from "@/gen/documents";
import type { MotionInfo } from "@/gen/messages";
import { useLive } from "@/link/live";
import { fetchMotions, playMotion, stopMotion } from "@/link/motions";
import { followsStreams, motionKey, offered, switchesToFollow } from "@/model/panel/copying";
import { modeSelector } from "@/model/panel/roles";
import { setValues, useValue } from "@/panel";
import { Button, Select, showToast } from "@/ui";
import { type Said, said, saidBy, useFormat, useLanguage, useWords } from "@/words";
import css from "./MotionPlayer.module.css";

/** The motions for the streams of the session, once they are asked for. */
function useMotions(id: string, wanted: boolean): readonly MotionInfo[] | null {
  const [motions, setMotions] = useState<readonly MotionInfo[] | null>(null);
  useEffect(() => {
    if (!id || !wanted) return;
    let ended = false;
    fetchMotions(id)
      .then((found) => !ended && setMotions(found))
      .catch(() => !ended && setMotions([]));
    return () => {
      ended = true;
    };
  }, [id, wanted]);
  return motions;
}

/** Plays recorded motions into the session while its panel is set to copying: a master for who has none. */
export function MotionPlayer({ panel, locked }: { panel: PanelDocument; locked: string }) {
  const w = useWords().operate.motions;
  const format = useFormat();
  const language = useLanguage();
  const id = useLive((live) => live.id);
  const running = useLive((live) => live.session?.state === "running");
  const playing = useLive((live) => live.playing);
  const goes = playing !== null && !playing.over;
  const mode = useValue(modeSelector(panel) ?? "");
  const shown = goes || followsStreams(panel, mode);
  const motions = useMotions(id, shown);
  const wanted = switchesToFollow(panel);
  const clutch = useValue(wanted[0] ?? "");
  const enable = useValue(wanted[1] ?? "");
  const [chosen, setChosen] = useState("");
  if (!shown || motions === null) return null;

  const now = goes ? playing : undefined;
  const offer = offered(motions, now ? motionKey({ name: now.motion, stream: now.stream }) : chosen);
  const failed = (error: unknown) => showToast({ kind: "error", title: saidBy(error) });
  const off = [clutch, enable].findIndex((value, index) => wanted[index] && value !== true);
  const missing = wanted[off] ?? "";
  const label = said(panel.elements[missing]?.label as Said | undefined, language) || missing;
  const note = playing?.problem || (missing && w.switchOn(label)) || (now && !running && w.start);
  return (
    <section className={css.player} aria-label={w.title} data-testid="motions">
      <h3 className={css.title}>
        {w.title}
        {now && (
          <span className="num">
            {format.clock(now.time, 0)} / {format.clock(now.duration, 0)}
          </span>
        )}
      </h3>
      {offer ? (
        <div className={css.row}>
          <Select
            label={w.which}
            labelled="hidden"
            className={css.which}
            value={motionKey(offer)}
            reason={locked || (goes ? w.endFirst : undefined)}
            options={motions.map((motion) => ({
              value: motionKey(motion),
              label: `${motion.name}, ${motion.stream ? format.clock(motion.duration, 0) : w.unfit}`,
              group: said(motion.title as Said, language) || motion.stream || w.others,
              disabled: motion.stream === "",
            }))}
            onChange={setChosen}
          />
          <Button
            icon={goes ? Square : Play}
            reason={locked || undefined}
            onClick={() => void (goes ? stopMotion(id) : playMotion(id, toPlay(offer))).catch(failed)}
            data-testid={goes ? "motion-end" : "motion-play"}
          >
            {goes ? w.end : w.play}
          </Button>
        </div>
      ) : (
        <p className={css.note}>{w.none}</p>
      )}
      {now && (
        <progress className={css.far} aria-label={w.plays} value={now.time} max={Math.max(now.duration, now.time)} />
      )}
      {offer && note && (
        <div className={css.row}>
          <p className={css.note} role="status" data-testid="motion-note">
            {note}
          </p>
          {note !== playing?.problem && missing && (
            <Button
              size="s"
              reason={locked || undefined}
              onClick={() => setValues({ [missing]: true })}
              aria-label={`${w.turnOn}: ${label}`}
              data-testid="motion-switch"
            >
              {w.turnOn}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

const toPlay = ({ name, stream }: MotionInfo) => ({ motion: name, stream });
