import { Monitor } from "lucide-react";
import { useState } from "react";
import { PanelDesign } from "@/paneleditor";
import { ProgramDesign } from "@/program";
import { useRoute } from "@/shell/router";
import { TunnelDesign } from "@/tunnel";
import { Button, EmptyState, usePhone } from "@/ui";
import { useWords } from "@/words";
import css from "./Design.module.css";
import { OpenScheme } from "./OpenScheme";
import { SchemeList } from "./SchemeList";

/** The screen "Design": all schemes, or one of them in the editor; with `?panel=` the same for panels, with `?tunnel=` for tunnels, with `?program=` for programs of frames. */
export default function DesignScreen() {
  const { rest, query } = useRoute();
  const [name] = rest;
  const phone = usePhone();
  const [anyway, setAnyway] = useState(false);
  const edits = Boolean(name) || ["panel", "tunnel", "program"].some((kind) => query.get(kind));
  if (phone && edits && !anyway) return <TooSmall onAnyway={() => setAnyway(true)} />;
  const panel = query.get("panel");
  if (panel !== null && !name) return <PanelDesign name={panel} world={query.get("world") ?? ""} />;
  const tunnel = query.get("tunnel");
  if (tunnel !== null && !name) return <TunnelDesign name={tunnel} />;
  const program = query.get("program");
  if (program !== null && !name) return <ProgramDesign name={program} />;
  if (!name) return <SchemeList />;
  return (
    <OpenScheme
      key={name}
      name={name}
      exercise={query.get("exercise") ?? ""}
      variant={query.get("variant") ?? ""}
      world={query.get("world") ?? ""}
    />
  );
}

/** The editors draw side by side what a phone has no room for; it says so rather than showing a strip of each. */
function TooSmall({ onAnyway }: { onAnyway: () => void }) {
  const w = useWords().design.small;
  return (
    <div className={css.small} data-testid="design-small">
      <EmptyState icon={Monitor} text={w.text} action={<Button onClick={onAnyway}>{w.anyway}</Button>} />
    </div>
  );
}
