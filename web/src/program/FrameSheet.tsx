import { Plus, X } from "lucide-react";
import type { ProgramFrame } from "@/gen/documents";
import {
  ACTIONS,
  type Action,
  type ActionType,
  changed,
  freshAction,
  retargeted,
  type TargetKind,
  targetKind,
} from "@/model/program/edit";
import { Button, IconButton, NumberField, Segmented, Select, Switch, TextField } from "@/ui";
import { useWords } from "@/words";
import css from "./Program.module.css";
import type { Edited } from "./useProgram";

const CAMERAS = ["grab", "mast", "side"] as const;

interface SheetProps {
  edited: Edited;
  chosen: number;
}

/** The target of the chosen frame, by numbers. */
export function TargetSheet({ edited, chosen }: SheetProps) {
  const w = useWords().program;
  const { doc, edit, seen } = edited;
  const frame = doc.frames[chosen];
  if (!frame) return null;
  const kind = targetKind(frame);
  const end = seen?.frames[chosen];
  const seal = () => edited.store.getState().seal();
  const set = (label: string, how: (frame: ProgramFrame) => ProgramFrame, key = "") =>
    edit(w.steps.set(label), (now) => changed(now, chosen, how), key && `${chosen} ${key}`);
  const turn = (key: "pitch" | "roll", planned: number) => (
    <div className={css.inherited} key={key}>
      <NumberField
        label={w.turns[key]}
        value={frame[key] ?? planned}
        unit="rad"
        shown="deg"
        digits={4}
        min={-Math.PI}
        max={Math.PI}
        onChange={(value) => set(w.turns[key], (one) => ({ ...one, [key]: value }), key)}
        onCommit={seal}
      />
      <Switch
        label={w.inherit}
        checked={frame[key] == null}
        onChange={(on) => set(w.turns[key], (one) => ({ ...one, [key]: on ? null : planned }))}
      />
    </div>
  );
  return (
    <section className={css.card} aria-label={w.target(chosen + 1)}>
      <h2>{w.target(chosen + 1)}</h2>
      <Segmented
        label={w.targetKind}
        value={kind}
        options={(["point", "angles", "none"] as const).map((value) => ({ value, label: w.kinds[value] }))}
        onChange={(next: TargetKind) => set(w.targetKind, (one) => retargeted(one, next, end))}
      />
      {kind === "point" && (
        <>
          <div className={css.triple}>
            {(["x", "y", "z"] as const).map((name, axis) => (
              <NumberField
                key={name}
                label={name}
                value={(frame.point ?? end?.point ?? [1, 0, 0.35])[axis] ?? 0}
                unit="m"
                shown="mm"
                min={-1.5}
                max={1.6}
                onChange={(value) =>
                  set(
                    name,
                    (one) => ({
                      ...one,
                      point: (one.point ?? end?.point ?? [1, 0, 0.35]).map((old, at) => (at === axis ? value : old)),
                    }),
                    name,
                  )
                }
                onCommit={seal}
              />
            ))}
          </div>
          {turn("pitch", end?.pitch ?? 0)}
          {turn("roll", end?.angles[4] ?? 0)}
        </>
      )}
      {kind === "angles" &&
        w.joints.map((label, joint) => {
          const planned = end?.angles[joint] ?? 0;
          const put = (value: number | null) => (one: ProgramFrame) => ({
            ...one,
            angles: (one.angles ?? []).map((old, at) => (at === joint ? value : old)),
          });
          return (
            <div className={css.inherited} key={label}>
              <NumberField
                label={label}
                value={frame.angles?.[joint] ?? planned}
                unit="rad"
                shown="deg"
                digits={4}
                min={-Math.PI}
                max={Math.PI}
                onChange={(value) => set(label, put(value), `joint ${joint}`)}
                onCommit={seal}
              />
              <Switch
                label={w.inherit}
                checked={frame.angles?.[joint] == null}
                onChange={(on) => set(label, put(on ? null : planned))}
              />
            </div>
          );
        })}
    </section>
  );
}

/** What is done before the motion of the chosen frame. */
export function ActionSheet({ edited, chosen }: SheetProps) {
  const w = useWords().program;
  const { doc, edit } = edited;
  const before = doc.frames[chosen]?.before ?? [];
  const put = (name: string, how: (actions: readonly Action[]) => Action[], key = "") =>
    edit(
      name,
      (now) => changed(now, chosen, (one) => ({ ...one, before: how(one.before ?? []) })),
      key && `${chosen} ${key}`,
    );
  const replace = (index: number, action: Action, key = "") =>
    put(w.steps.set(w.before), (all) => all.map((old, at) => (at === index ? action : old)), key);
  return (
    <section className={css.card} aria-label={w.before}>
      <h2>{w.before}</h2>
      {before.length === 0 && <p className={css.quiet}>{w.noActions}</p>}
      {before.map((action, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: actions have no other name
        <div className={css.action} key={index} data-testid={`program-action-${index}`}>
          <Select
            label={w.actionLabel(index + 1)}
            value={action.type}
            options={ACTIONS.map((value) => ({ value, label: w.actions[value] }))}
            onChange={(type: ActionType) => replace(index, freshAction(type))}
          />
          <Details action={action} onChange={(next) => replace(index, next, `action ${index}`)} />
          <IconButton
            icon={X}
            label={w.removeAction}
            onClick={() => put(w.steps.removeAction, (all) => all.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <Button
        icon={Plus}
        data-testid="program-add-action"
        onClick={() => put(w.steps.addAction, (all) => [...all, freshAction("grab")])}
      >
        {w.addAction}
      </Button>
    </section>
  );
}

function Details({ action, onChange }: { action: Action; onChange: (action: Action) => void }) {
  const w = useWords().program;
  if (action.type === "wait")
    return (
      <NumberField
        label={w.seconds}
        value={action.seconds ?? 1}
        unit="s"
        min={0}
        max={600}
        onChange={(seconds) => onChange({ ...action, seconds })}
      />
    );
  if (action.type === "grab")
    return (
      <Select
        label={w.what}
        value={action.do}
        options={(["open", "close"] as const).map((value) => ({ value, label: w.grab[value] }))}
        onChange={(next: "open" | "close") => onChange({ ...action, do: next })}
      />
    );
  if (action.type === "camera") {
    const value = action.on === false ? "off" : (CAMERAS.find((name) => name === action.camera) ?? "grab");
    return (
      <Select
        label={w.what}
        value={value}
        options={([...CAMERAS, "off"] as const).map((one) => ({ value: one, label: w.cameras[one] }))}
        onChange={(one) => onChange(one === "off" ? { ...action, on: false } : { type: "camera", camera: one })}
      />
    );
  }
  return (
    <TextField label={w.element} value={action.element} onChange={(element) => onChange({ ...action, element })} />
  );
}
