import { Play } from "lucide-react";
import { useCallback, useMemo, useRef, useState } from "react";
import type { Job, Scene } from "@/gen/messages";
import { makeRobot } from "@/link/uploads";
import { draftOf, isSound, problemsOf, type RobotDraft, wanted } from "@/model/newrobot/draft";
import { posed } from "@/model/newrobot/posed";
import type { Vec3 } from "@/model/scene/pose";
import type { Thing } from "@/model/thing";
import { SceneCanvas } from "@/scene/Scene";
import type { SceneView } from "@/scene/SceneView";
import { navigate, pathOf } from "@/shell/router";
import { Button, Progress, Select, TextField } from "@/ui";
import { saidBy, useWords } from "@/words";
import { Chains } from "./Chains";
import { Drives } from "./Drives";
import { Joints } from "./Joints";
import css from "./NewRobot.module.css";
import type { Upload } from "./useUpload";

type Look = NonNullable<Upload["look"]>;

/** A robot that was looked at: corrected, named, and made. */
export function Wizard({ look, upload }: { look: Look; upload: Upload }) {
  const w = useWords().newrobot;
  const [draft, setDraft] = useState(() => draftOf(look));
  const [chosen, setChosen] = useState("");
  const [picking, setPicking] = useState<number | null>(null);
  const [job, setJob] = useState<Job | null>(null);
  const [refused, setRefused] = useState("");
  const [scene, setScene] = useState<Scene | null>(null);
  const view = useRef<SceneView | null>(null);
  const latest = useRef<{ draft: RobotDraft; scene: Scene | null }>({ draft, scene });
  const version = useRef(0);
  if (latest.current.draft.home !== draft.home || latest.current.scene !== scene) version.current += 1;
  latest.current = { draft, scene };
  const poses = useCallback(() => {
    const { draft: now, scene: shown } = latest.current;
    return shown && { poses: posed(shown, look.joints, now.home), tick: version.current };
  }, [look.joints]);
  const change = (next: RobotDraft) => {
    setDraft(next);
    latest.current = { ...latest.current, draft: next };
    version.current += 1;
    view.current?.refresh();
  };
  const problems = useMemo(() => problemsOf(draft), [draft]);
  const selected = useMemo((): Thing[] => (chosen ? [{ kind: "joint", name: chosen }] : []), [chosen]);
  const onPick = (thing: Thing | null, _point: Vec3 | null) => {
    if (!thing || !scene) return;
    const joint = thing.kind === "joint" ? scene.joints.find(({ name }) => name === thing.name) : undefined;
    const body = joint ? scene.bodies[joint.body]?.name : thing.kind === "body" ? thing.name : undefined;
    if (picking !== null && body) {
      change({
        ...draft,
        chains: draft.chains.map((chain) => (chain.key === picking ? { ...chain, effector: body } : chain)),
      });
      setPicking(null);
    } else if (joint) setChosen(joint.name);
  };
  const drive = async () => {
    setRefused("");
    try {
      const made = await makeRobot(upload.id, wanted(draft, look), setJob);
      upload.clear();
      navigate(`${pathOf("operate", made.name)}?robot=1`);
    } catch (error) {
      setRefused(saidBy(error));
    }
    setJob(null);
  };
  return (
    <div className={css.wizard} data-testid="robot-wizard">
      <div className={css.stage} data-picking={picking !== null}>
        <SceneCanvas
          source={`uploads/${upload.id}`}
          poses={poses}
          view="front"
          selected={selected}
          onPick={onPick}
          onScene={(found) => {
            setScene(found);
            latest.current = { ...latest.current, scene: found };
          }}
          onReady={(ready) => {
            view.current = ready;
          }}
        >
          {picking !== null && <p className={css.hint}>{w.picking}</p>}
        </SceneCanvas>
      </div>
      <div className={css.side}>
        <div className={css.sheet}>
          <section className={css.section}>
            <h1>{w.title}</h1>
            <TextField
              label={w.name}
              value={draft.title}
              onChange={(title) => change({ ...draft, title })}
              {...(problems.title ? { error: w.noName } : { hint: w.nameHint })}
            />
            {look.others.length > 0 && (
              <Select
                label={w.main}
                value={look.main}
                options={[look.main, ...look.others].map((path) => ({ value: path, label: path }))}
                onChange={(main) => void upload.again({ main })}
              />
            )}
            <p className={css.quiet} data-testid="robot-counts">
              {w.counts(look.bodies, look.joints.length, look.meshes)}
            </p>
          </section>
          <Drives look={look} draft={draft} onChange={change} />
          <Chains
            look={look}
            draft={draft}
            problems={problems}
            picking={picking}
            onPick={setPicking}
            onChange={change}
          />
          <Joints
            look={look}
            draft={draft}
            problems={problems}
            chosen={chosen}
            onChoose={setChosen}
            onChange={change}
          />
          {look.notes.length > 0 && (
            <section className={css.section}>
              <h2>{w.notes}</h2>
              <ul className={css.notes}>
                {look.notes.map((note) => (
                  <li key={note}>{note}</li>
                ))}
              </ul>
            </section>
          )}
        </div>
        <footer className={css.foot}>
          {job && <Progress label={w.making} {...(job.progress === null ? {} : { share: job.progress })} />}
          {refused && (
            <p role="alert" className={css.refused}>
              {refused}
            </p>
          )}
          <div className={css.actions}>
            <Button
              variant="primary"
              size="l"
              icon={Play}
              busy={job !== null}
              onClick={() => void drive()}
              {...(isSound(problems)
                ? {}
                : { reason: problems.title ? w.noName : problems.ranges.length > 0 ? w.wrongRange : w.twice })}
            >
              {w.drive}
            </Button>
            <Button variant="quiet" onClick={upload.clear}>
              {w.other}
            </Button>
          </div>
        </footer>
      </div>
    </div>
  );
}
