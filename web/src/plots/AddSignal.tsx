import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import type { SignalSource } from "@/model/plots/source";
import { Button, Popover } from "@/ui";
import { useWords } from "@/words";
import { SignalPicker } from "./SignalPicker";

/** Props of {@link AddSignal}. */
export interface AddSignalProps {
  source: SignalSource;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  side?: "top" | "bottom" | "left" | "right";
  className?: string;
}

/** A button that opens the list of signals. */
export function AddSignal({ source, chosen, onChange, side = "bottom", className }: AddSignalProps) {
  const w = useWords().plots;
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        ref={anchor}
        size="s"
        variant="quiet"
        icon={Plus}
        className={className}
        aria-haspopup="dialog"
        aria-expanded={open}
        data-testid="plots-add"
        onClick={() => setOpen(!open)}
      >
        {w.addSignal}
      </Button>
      <Popover open={open} onClose={() => setOpen(false)} anchor={anchor} label={w.addSignal} side={side} align="start">
        <SignalPicker source={source} chosen={chosen} onChange={onChange} />
      </Popover>
    </>
  );
}
