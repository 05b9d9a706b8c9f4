import { navigate, pathOf } from "@/shell/router";
import { Segmented } from "@/ui";
import { useWords } from "@/words";
import { panels } from "./documents";

/** Schemes or panels: the two lists of the screen "Design". */
export function Parts({ value }: { value: "schemes" | "panels" }) {
  const p = useWords().paneleditor.parts;
  return (
    <Segmented
      label={p.label}
      value={value}
      options={[
        { value: "schemes", label: p.schemes },
        { value: "panels", label: p.panels },
      ]}
      onChange={(next) => navigate(next === "panels" ? panels.pathTo() : pathOf("design"))}
    />
  );
}
