import { useEffect, useRef } from "react";
import type { LookedJoint, RobotLook } from "@/gen/messages";
import {
  type DraftProblems,
  middle,
  type RobotDraft,
  ranged,
  withHome,
  withPose,
  withRange,
} from "@/model/newrobot/draft";
import { isFree, reachOf } from "@/model/newrobot/posed";
import { classes, NumberField, Select, Slider } from "@/ui";
import { useFormat, useWords } from "@/words";
import css from "./NewRobot.module.css";

interface JointsProps {
  look: RobotLook;
  draft: RobotDraft;
  problems: DraftProblems;
  chosen: string;
  onChoose: (joint: string) => void;
  onChange: (draft: RobotDraft) => void;
}

const SHOWN: Record<string, string> = { rad: "deg", m: "mm" };
/** A value of the list of poses that is no key frame. */
const OTHER = { zero: "pose:zero", middle: "pose:middle", own: "pose:own" } as const;

/** Joints with their units and ranges; moving one moves the robot in the picture. */
export function Joints({ look, draft, problems, chosen, onChoose, onChange }: JointsProps) {
  const w = useWords().newrobot;
  const options = [
    ...Object.keys(look.keyframes).map((name) => ({ value: name, label: name })),
    { value: OTHER.zero, label: w.poses.zero },
    { value: OTHER.middle, label: w.poses.middle },
    ...(draft.pose ? [] : [{ value: OTHER.own, label: w.poses.own }]),
  ];
  const pose = (value: string) => {
    if (value === OTHER.zero) onChange(withHome(draft, look, () => 0));
    else if (value === OTHER.middle) onChange(withHome(draft, look, middle));
    else onChange(withPose(draft, look, value));
  };
  return (
    <section className={css.section} data-testid="robot-joints">
      <h2>{w.joints}</h2>
      <p className={css.quiet}>{w.jointsHint}</p>
      <Select label={w.poseFrom} labelled="beside" value={draft.pose || OTHER.own} options={options} onChange={pose} />
      {look.joints.map((joint) => (
        <JointRow
          key={joint.name}
          joint={ranged(joint, draft)}
          draft={draft}
          wrong={problems.ranges.includes(joint.name)}
          chosen={chosen === joint.name}
          onChoose={() => onChoose(joint.name)}
          onChange={onChange}
        />
      ))}
    </section>
  );
}

interface RowProps {
  joint: LookedJoint;
  draft: RobotDraft;
  wrong: boolean;
  chosen: boolean;
  onChoose: () => void;
  onChange: (draft: RobotDraft) => void;
}

function JointRow({ joint, draft, wrong, chosen, onChoose, onChange }: RowProps) {
  const w = useWords().newrobot;
  const format = useFormat();
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (chosen) row.current?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const { name, unit, low, high, kind } = joint;
  const about = joint.follows
    ? w.follows(joint.follows.leader)
    : kind === "free" || kind === "ball"
      ? w.movesFreely
      : joint.own && joint.own !== name
        ? w.drivenBy(joint.own)
        : "";
  const value = draft.home[name] ?? joint.rest;
  const shown = SHOWN[unit] ?? unit;
  const [least, most] = reachOf(joint);
  const move = (to: number) => {
    onChoose();
    onChange({ ...draft, pose: "", home: { ...draft.home, [name]: to } });
  };
  const range = { unit, shown, digits: 4, ...(joint.fixed ? { reason: w.fixedRange } : {}) };
  return (
    <div ref={row} className={classes(css.joint, chosen && css.chosen)}>
      <button type="button" className={css.jointName} onClick={onChoose} aria-pressed={chosen}>
        <b>{name}</b> {about && <small>{about}</small>}
      </button>
      {isFree(joint) && (
        <div className={css.jointFields}>
          <NumberField
            {...range}
            label={w.lowOf(name)}
            labelled="hidden"
            value={low}
            error={wrong ? w.wrongRange : undefined}
            onChange={(to) => onChange(withRange(draft, joint, 0, to))}
          />
          <Slider
            label={w.homeOf(name)}
            value={Math.min(most, Math.max(least, value))}
            min={least}
            max={most}
            said={format.quantity(value, unit)}
            onChange={move}
          />
          <NumberField
            {...range}
            label={w.highOf(name)}
            labelled="hidden"
            value={high}
            onChange={(to) => onChange(withRange(draft, joint, 1, to))}
          />
        </div>
      )}
    </div>
  );
}
