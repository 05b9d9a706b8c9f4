import { FolderOpen, type LucideIcon } from "lucide-react";
import { useRef } from "react";
import { chosenFiles } from "@/link/dropped";
import type { Given } from "@/link/uploads";
import { Button, type ButtonProps } from "@/ui";

interface ChooserProps {
  label: string;
  icon?: LucideIcon;
  /** A whole folder instead of files. */
  folder?: boolean;
  onFiles: (given: readonly Given[]) => void;
  variant?: ButtonProps["variant"];
  size?: ButtonProps["size"];
  id: string;
}

/** A button that opens the system's list of files. */
export function Chooser({ label, icon = FolderOpen, folder = false, onFiles, variant, size, id }: ChooserProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={icon} onClick={() => input.current?.click()} {...(variant && { variant })} {...(size && { size })}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={label}
        data-testid={id}
        {...(folder ? { webkitdirectory: "" } : {})}
        onChange={(event) => onFiles(chosenFiles(event.currentTarget))}
      />
    </>
  );
}
