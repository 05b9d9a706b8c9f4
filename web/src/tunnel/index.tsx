import { Waypoints } from "lucide-react";
import { DocumentList } from "@/documents/DocumentList";
import { OpenDocument } from "@/documents/OpenDocument";
import { Parts } from "@/paneleditor";
import { usePlace } from "@/shell/topbar";
import { useWords } from "@/words";
import { tunnels } from "./documents";
import { TunnelEditor } from "./TunnelEditor";

/** All tunnels: the user's own and shipped ones. */
function TunnelList() {
  const { list, fresh } = useWords().tunnel;
  usePlace([{ label: list.title }]);
  return <DocumentList kind={tunnels} words={list} fresh={fresh} icon={Waypoints} parts={<Parts value="tunnels" />} />;
}

/** The tunnels of the screen "Design": all of them, or one in the editor. */
export function TunnelDesign({ name }: { name: string }) {
  if (!name) return <TunnelList />;
  return (
    <OpenDocument key={name} kind={tunnels} name={name}>
      {(opened) => <TunnelEditor opened={opened} />}
    </OpenDocument>
  );
}
