import { PanelTop } from "lucide-react";
import { DocumentList } from "@/documents/DocumentList";
import { usePlace } from "@/shell/topbar";
import { useWords } from "@/words";
import { panels } from "./documents";
import { Parts } from "./Parts";

/** All panels: the user's own and shipped ones. */
export function PanelList() {
  const { list, fresh } = useWords().paneleditor;
  usePlace([{ label: list.title }]);
  return <DocumentList kind={panels} words={list} fresh={fresh} icon={PanelTop} parts={<Parts value="panels" />} />;
}
