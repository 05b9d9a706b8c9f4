import { CircleUser, UserRound } from "lucide-react";
import { useRef, useState } from "react";
import { releasePanel, useLive } from "@/link/live";
import { Button, Dialog, Icon, Popover, showToast, TextField } from "@/ui";
import { useWords } from "@/words";
import { keepOperatorName, operatorName, take } from "./operator";
import css from "./Who.module.css";

async function takeOrSay(force: boolean): Promise<void> {
  const problem = await take(force);
  if (problem) showToast({ id: "take", kind: "error", title: problem });
}

/** Says who has the panel when it is not this page, and offers to take it. */
export function WhoNotice() {
  const w = useWords();
  const link = useLive((live) => live.link);
  const mine = useLive((live) => live.mine);
  const operator = useLive((live) => live.operator);
  const open = useLive((live) => live.described !== null);
  const [asking, setAsking] = useState(false);
  if (mine || link !== "open" || !open) return null;
  return (
    <div className={css.notice} role="status" data-testid="who-notice">
      <Icon of={UserRound} size={16} />
      <span>
        <b>{operator.client ? w.operate.who.has(operator.name) : w.operate.who.free}</b>{" "}
        {operator.client && w.operate.who.watch}
      </span>
      <Button size="s" onClick={() => (operator.client ? setAsking(true) : void takeOrSay(false))} data-testid="take">
        {operator.client ? w.operate.who.takeOver : w.operate.who.take}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={w.operate.who.takenTitle}
        width={400}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{w.common.cancel}</Button>
            <Button
              variant="primary"
              data-testid="take-confirm"
              onClick={() => {
                setAsking(false);
                void takeOrSay(true);
              }}
            >
              {w.operate.who.takeOver}
            </Button>
          </>
        }
      >
        <p>{w.operate.who.takenText(operator.name)}</p>
      </Dialog>
    </div>
  );
}

/** Initials of a name: one letter of each of two words. */
const initials = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word[0]?.toUpperCase())
    .join("");

/** The operator's name at the end of the top bar: shown, changed, and the panel handed back. */
export function Me() {
  const w = useWords();
  const mine = useLive((live) => live.mine);
  const watchers = useLive((live) => live.operator.watchers);
  const [open, setOpen] = useState(false);
  const [name, setName] = useState(operatorName);
  const anchor = useRef<HTMLButtonElement>(null);
  const save = () => {
    keepOperatorName(name);
    setOpen(false);
    if (mine) void take();
  };
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={css.me}
        aria-label={`${w.operate.who.name}: ${operatorName()}`}
        aria-expanded={open}
        onClick={() => {
          setName(operatorName());
          setOpen(!open);
        }}
      >
        {initials(operatorName()) || <Icon of={CircleUser} size={16} />}
      </button>
      <Popover open={open} onClose={() => setOpen(false)} anchor={anchor} label={w.operate.who.name} align="end">
        <div className={css.box}>
          <TextField
            label={w.operate.who.name}
            hint={w.operate.who.nameHint}
            value={name}
            onChange={setName}
            maxLength={80}
            autoFocus
          />
          {watchers > 0 && <p className="cap">{w.operate.who.watchers(watchers)}</p>}
          <div className={css.row}>
            {mine && (
              <Button size="s" variant="quiet" onClick={() => void releasePanel().then(() => setOpen(false))}>
                {w.operate.who.giveBack}
              </Button>
            )}
            <Button size="s" variant="primary" onClick={save}>
              {w.operate.who.save}
            </Button>
          </div>
        </div>
      </Popover>
    </>
  );
}
