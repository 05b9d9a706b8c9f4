import { PanelDesign } from "@/paneleditor";
import { ProgramDesign } from "@/program";
import { useRoute } from "@/shell/router";
import { TunnelDesign } from "@/tunnel";
import { OpenScheme } from "./OpenScheme";
import { SchemeList } from "./SchemeList";

/** The screen "Design": all schemes, or one of them in the editor; with `?panel=` the same for panels, with `?tunnel=` for tunnels, with `?program=` for programs of frames. */
export default function DesignScreen() {
  const { rest, query } = useRoute();
  const [name] = rest;
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
