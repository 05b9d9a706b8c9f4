import { ChartLine, ChevronDown } from "lucide-react";
import { useRef, useState } from "react";
import { shortName } from "@/model/plots/lines";
import type { SignalSource } from "@/model/plots/source";
import { SignalPicker } from "@/plots/SignalPicker";
import { Button, Icon, Popover } from "@/ui";
import { useWords } from "@/words";
import css from "./Transport.module.css";

export interface SignalButtonProps {
  source: SignalSource;
  signal: string;
  onChange: (signal: string) => void;
}

/** Chooses the signal below the timeline. */
export function SignalButton({ source, signal, onChange }: SignalButtonProps) {
  const w = useWords().review;
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const choose = ([name]: string[]) => {
    setOpen(false);
    const entry = name && source.entries(name)[0];
    if (entry) onChange(entry.name);
  };
  return (
    <>
      <Button
        ref={anchor}
        size="s"
        variant="quiet"
        icon={ChartLine}
        aria-haspopup="dialog"
        aria-expanded={open}
        title={w.chooseSignal}
        onClick={() => setOpen(!open)}
        className={css.signal}
        data-testid="review-signal"
      >
        <span className={css.signalName}>{signal ? shortName(signal) : w.chooseSignal}</span>
        <Icon of={ChevronDown} size={13} />
      </Button>
      <Popover open={open} onClose={() => setOpen(false)} anchor={anchor} label={w.chooseSignal} side="top" align="end">
        <SignalPicker source={source} chosen={[signal]} onChange={choose} single />
      </Popover>
    </>
  );
}
