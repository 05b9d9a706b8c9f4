import { RotateCcw } from "lucide-react";
import type { PortInfo } from "@/gen/messages";
import { own } from "@/model/scheme/document";
import { IconButton, NumberField, Switch } from "@/ui";
import { useWords } from "@/words";
import { useEditor } from "../context";
import { ArrayField } from "./ArrayField";
import css from "./Sheet.module.css";
import { resized } from "./values";

/** Props of {@link Constants}. */
export interface ConstantsProps {
  id: string;
  ports: readonly PortInfo[];
  given: Record<string, unknown> | undefined;
  wired: (port: string) => boolean;
}

/** Constants at inputs without a wire. */
export function Constants({ id, ports, given, wired }: ConstantsProps) {
  const w = useWords();
  const s = w.design.sheet;
  const { actions } = useEditor();
  const free = ports.filter((port) => !wired(port.name));
  if (free.length === 0) return null;
  return (
    <div className={css.section}>
      <h3>{s.inputs}</h3>
      {free.map((port) => {
        const value = own(given, port.name);
        const set = (next: unknown) => actions.setConstant(id, port.name, next);
        return (
          <div key={port.name} className={css.parameter} data-testid={`constant-${port.name}`}>
            {port.kind === "boolean" && port.shape.length === 0 ? (
              <Switch
                label={port.name}
                checked={(value ?? port.default) === true}
                onChange={set}
                className={css.switch}
              />
            ) : port.shape.length > 0 ? (
              <ArrayField
                label={port.name}
                shape={port.shape}
                unit={port.unit}
                value={resized(port.shape, value ?? port.default ?? 0, 0)}
                onChange={set}
              />
            ) : (
              <NumberField
                label={port.name}
                labelled="beside"
                unit={port.unit}
                value={typeof value === "number" ? value : typeof port.default === "number" ? port.default : null}
                warning={value === undefined && !port.optional && port.default === null ? s.required : undefined}
                onChange={set}
              />
            )}
            {value !== undefined && (
              <div className={css.reset}>
                <IconButton icon={RotateCcw} size="s" label={s.reset} onClick={() => set(undefined)} />
              </div>
            )}
          </div>
        );
      })}
    </div>
  );
}
