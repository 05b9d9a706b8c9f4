import { OpenDocument } from "@/documents/OpenDocument";
import { panels } from "./documents";
import { PanelEditor } from "./PanelEditor";
import { PanelList } from "./PanelList";

export { Parts } from "./Parts";

/** The panels of the screen "Design": all of them, or one in the editor. */
export function PanelDesign({ name, world }: { name: string; world: string }) {
  if (!name) return <PanelList />;
  return (
    <OpenDocument key={name} kind={panels} name={name}>
      {(opened) => <PanelEditor opened={opened} world={world} />}
    </OpenDocument>
  );
}
