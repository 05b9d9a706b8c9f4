import type { RobotLook } from "@/gen/messages";
import type { DrivesWanted, RobotDraft } from "@/model/newrobot/draft";
import { Segmented } from "@/ui";
import { useWords } from "@/words";
import css from "./NewRobot.module.css";

/** Whose drives move the robot. */
export function Drives(props: { look: RobotLook; draft: RobotDraft; onChange: (draft: RobotDraft) => void }) {
  const w = useWords().newrobot;
  const { look, draft, onChange } = props;
  const none = look.actuators.length === 0;
  return (
    <section className={css.section}>
      <h2>{w.drives}</h2>
      <Segmented<DrivesWanted>
        label={w.drives}
        value={draft.drives}
        options={[
          { value: "auto", label: w.drivesOf.auto },
          {
            value: "model",
            label: w.drivesOf.model(look.actuators.length),
            ...(none ? { reason: w.noOwn } : {}),
          },
          { value: "ours", label: w.drivesOf.ours },
        ]}
        onChange={(drives) => onChange({ ...draft, drives })}
      />
      <p className={css.quiet}>{w.drivesHint[draft.drives]}</p>
    </section>
  );
}
