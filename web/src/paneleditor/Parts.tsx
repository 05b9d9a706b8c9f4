import { navigate, pathOf } from "@/shell/router";
import { Segmented } from "@/ui";
import { useWords } from "@/words";
import { panels } from "./documents";

/** The lists of the screen "Design". */
export function Parts({ value }: { value: "schemes" | "panels" | "programs" | "tunnels" }) {
  const p = useWords().paneleditor.parts;
  return (
    <Segmented
      label={p.label}
      value={value}
      options={[
        { value: "schemes", label: p.schemes },
        { value: "panels", label: p.panels },
        { value: "programs", label: p.programs },
        { value: "tunnels", label: p.tunnels },
      ]}
      onChange={(next) => {
        const paths = {
          schemes: pathOf("design"),
          panels: panels.pathTo(),
          programs: `${pathOf("design")}?program=`,
          tunnels: `${pathOf("design")}?tunnel=`,
        };
        navigate(paths[next]);
      }}
    />
  );
}
