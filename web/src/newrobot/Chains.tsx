import { MousePointerClick, Plus, Trash2 } from "lucide-react";
import type { RobotLook } from "@/gen/messages";
import type { ChainDraft, DraftProblems, RobotDraft } from "@/model/newrobot/draft";
import { Button, Checkbox, IconButton, Select, TextField } from "@/ui";
import { useWords } from "@/words";
import css from "./NewRobot.module.css";

interface ChainsProps {
  look: RobotLook;
  draft: RobotDraft;
  problems: DraftProblems;
  /** Key of the chain whose end is picked in the picture. */
  picking: number | null;
  onPick: (key: number | null) => void;
  onChange: (draft: RobotDraft) => void;
}

/** Chains: their names, the points that the joystick moves, and their bases. */
export function Chains({ look, draft, problems, picking, onPick, onChange }: ChainsProps) {
  const w = useWords().newrobot;
  const frames = Object.keys(look.frames);
  const put = (key: number, change: Partial<ChainDraft>) =>
    onChange({ ...draft, chains: draft.chains.map((chain) => (chain.key === key ? { ...chain, ...change } : chain)) });
  const add = () => {
    const key = Math.max(-1, ...draft.chains.map((chain) => chain.key)) + 1;
    const chain = { key, name: w.newChain(key + 1), effector: frames.at(-1) ?? "", base: "", reach: true };
    onChange({ ...draft, chains: [...draft.chains, chain] });
    onPick(key);
  };
  const options = frames.map((name) => ({ value: name, label: name }));
  return (
    <section className={css.section} data-testid="robot-chains">
      <div className={css.heading}>
        <h2>{w.chains}</h2>
        <Button size="s" icon={Plus} onClick={add}>
          {w.addChain}
        </Button>
      </div>
      <p className={css.quiet}>{w.chainsHint}</p>
      {draft.chains.map((chain) => (
        <div key={chain.key} className={css.chain}>
          <div className={css.chainHead}>
            <TextField
              label={w.chainName}
              labelled="hidden"
              value={chain.name}
              onChange={(name) => put(chain.key, { name })}
              error={problems.twice.includes(chain.key) ? w.twice : undefined}
            />
            <Checkbox label={w.reach} checked={chain.reach} onChange={(reach) => put(chain.key, { reach })} />
            <IconButton
              icon={Trash2}
              size="s"
              label={w.removeChain(chain.name)}
              onClick={() => onChange({ ...draft, chains: draft.chains.filter(({ key }) => key !== chain.key) })}
            />
          </div>
          <div className={css.chainEnds}>
            <Select
              label={w.end}
              labelled="beside"
              value={chain.effector}
              options={options}
              onChange={(effector) => put(chain.key, { effector })}
            />
            <IconButton
              icon={MousePointerClick}
              size="s"
              label={w.pick}
              pressed={picking === chain.key}
              onClick={() => onPick(picking === chain.key ? null : chain.key)}
            />
            <Select
              label={w.base}
              labelled="beside"
              value={chain.base}
              options={[{ value: "", label: w.root }, ...options]}
              onChange={(base) => put(chain.key, { base })}
            />
          </div>
        </div>
      ))}
    </section>
  );
}
