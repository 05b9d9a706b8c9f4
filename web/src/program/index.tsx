import { ListVideo } from "lucide-react";
import { DocumentList } from "@/documents/DocumentList";
import { OpenDocument } from "@/documents/OpenDocument";
import { Parts } from "@/paneleditor";
import { usePlace } from "@/shell/topbar";
import { useWords } from "@/words";
import { programs } from "./documents";
import { ProgramEditor } from "./ProgramEditor";

/** All programs of frames: the user's own and shipped ones. */
function ProgramList() {
  const { list, fresh } = useWords().program;
  usePlace([{ label: list.title }]);
  return (
    <DocumentList kind={programs} words={list} fresh={fresh} icon={ListVideo} parts={<Parts value="programs" />} />
  );
}

/** The programs of the screen "Design": all of them, or one in the editor. */
export function ProgramDesign({ name }: { name: string }) {
  if (!name) return <ProgramList />;
  return (
    <OpenDocument key={name} kind={programs} name={name}>
      {(opened) => <ProgramEditor opened={opened} />}
    </OpenDocument>
  );
}
