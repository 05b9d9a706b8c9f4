import { TextField } from "@/ui";
import type { Words } from "@/words";

/** Props of {@link NameField}. */
export interface NameFieldProps {
  words: Pick<Words["paneleditor"]["fresh"], "name" | "nameHint">;
  value: string;
  onChange: (name: string) => void;
  /** Why it cannot be called so. */
  problem: string | undefined;
}

/** The name of a document that is about to be made. */
export function NameField({ words: f, value, onChange, problem }: NameFieldProps) {
  return (
    <TextField
      label={f.name}
      value={value}
      onChange={onChange}
      error={problem}
      hint={f.nameHint}
      autoFocus
      maxLength={63}
    />
  );
}
