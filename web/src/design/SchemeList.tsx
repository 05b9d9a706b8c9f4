import { Play, Workflow } from "lucide-react";
import { DocumentList } from "@/documents/DocumentList";
import { useLive } from "@/link/live";
import { Parts } from "@/paneleditor";
import { navigate } from "@/shell/router";
import { usePlace } from "@/shell/topbar";
import { Button, Icon } from "@/ui";
import { useWords } from "@/words";
import css from "./Design.module.css";
import { schemes } from "./documents";

/** All schemes: the user's own, shipped ones, and the one that runs. */
export function SchemeList() {
  const { list: l, fresh } = useWords().design;
  const running = useLive((live) => live.session?.scheme ?? "");
  usePlace([{ label: l.title }]);
  return (
    <DocumentList kind={schemes} words={l} fresh={fresh} icon={Workflow} parts={<Parts value="schemes" />}>
      {running && (
        <section className={css.running}>
          <Icon of={Play} size={16} />
          <span>
            {l.running}: <b>{running}</b>
          </span>
          <Button onClick={() => navigate(schemes.pathTo(running))} data-testid="open-running">
            {l.openRunning}
          </Button>
        </section>
      )}
    </DocumentList>
  );
}
