import { plainName } from "@/model/document/plain";
import { TextField } from "@/ui";
import { useWords, type Words } from "@/words";

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
  const w = useWords().documents;
  const file = plainName(value);
  return (
    <TextField
      label={f.name}
      value={value}
      onChange={onChange}
      error={problem}
      hint={file && file !== value ? w.fileName(file) : f.nameHint}
      autoFocus
      maxLength={63}
    />
  );
}
