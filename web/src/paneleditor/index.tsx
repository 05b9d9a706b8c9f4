import { OpenPanel } from "./OpenPanel";
import { PanelList } from "./PanelList";

export { Parts } from "./Parts";

/** The panels of the screen "Design": all of them, or one in the editor. */
export function PanelDesign({ name, world }: { name: string; world: string }) {
  return name ? <OpenPanel key={name} name={name} world={world} /> : <PanelList />;
}
