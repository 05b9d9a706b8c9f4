import { PanelDesign } from "@/paneleditor";
import { useRoute } from "@/shell/router";
import { OpenScheme } from "./OpenScheme";
import { SchemeList } from "./SchemeList";

/** The screen "Design": all schemes, or one of them in the editor; with `?panel=` the same for panels. */
export default function DesignScreen() {
  const { rest, query } = useRoute();
  const [name] = rest;
  const panel = query.get("panel");
  if (panel !== null && !name) return <PanelDesign name={panel} world={query.get("world") ?? ""} />;
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
