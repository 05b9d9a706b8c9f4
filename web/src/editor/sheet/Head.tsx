import { type ReactNode, useState } from "react";
import { Icon, type IconType } from "@/ui";
import css from "./Sheet.module.css";

/** Props of {@link Head}. */
export interface HeadProps {
  icon: IconType;
  /** Accessible name of the field. */
  label: string;
  name: string;
  /** What it is. */
  kind: ReactNode;
  /** Why a name cannot be taken; nothing if it can. */
  problem?: (name: string) => string | undefined;
  /** Without it, the name stands fast. */
  onRename?: (name: string) => void;
  children?: ReactNode;
}

/** The head of the property sheet: sign, name to be edited in place, what it is, actions. */
export function Head({ icon, label, name, kind, problem, onRename, children }: HeadProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const wrong = draft === null || draft === name ? undefined : problem?.(draft);
  const end = () => {
    if (draft !== null && draft !== name && !wrong) onRename?.(draft);
    setDraft(null);
  };
  return (
    <header className={css.head}>
      <span className={css.sign}>
        <Icon of={icon} size={17} />
      </span>
      <div className={css.names}>
        {onRename ? (
          <input
            className={css.name}
            aria-label={label}
            aria-invalid={wrong ? true : undefined}
            value={draft ?? name}
            spellCheck={false}
            data-testid="sheet-name"
            onChange={(event) => setDraft(event.target.value)}
            onBlur={end}
            onKeyDown={(event) => {
              if (event.key === "Enter") event.currentTarget.blur();
              if (event.key === "Escape" && draft !== null) {
                event.stopPropagation();
                setDraft(null);
              }
            }}
          />
        ) : (
          <b className={css.name}>{name}</b>
        )}
        <div className={wrong ? css.error : css.kind} role={wrong ? "alert" : undefined}>
          {wrong ?? kind}
        </div>
      </div>
      {children}
    </header>
  );
}
