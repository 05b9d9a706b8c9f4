import { Image } from "lucide-react";
import { PICTURE } from "@/model/paneldoc/document";
import { ErrorBoundary, Icon } from "@/ui";
import { useWords } from "@/words";
import { usePanelState } from "../context";
import { ElementSheet } from "./ElementSheet";
import { PanelSheet } from "./PanelSheet";
import { PictureSection } from "./PictureSection";
import { PlaceSection } from "./PlaceSection";
import { SeveralSheet } from "./SeveralSheet";
import css from "./Sheet.module.css";

/** Properties of what is selected: an element, several, the picture, or the panel itself. */
export function Sheet() {
  const w = useWords();
  const s = w.paneleditor.sheet;
  const selection = usePanelState((state) => state.selection);
  const [only] = selection;
  const element = usePanelState((state) => (only === undefined ? undefined : state.doc.elements[only]));
  const content =
    selection.length > 1 ? (
      <SeveralSheet />
    ) : only === PICTURE ? (
      <>
        <header className={css.head}>
          <span className={css.sign}>
            <Icon of={Image} size={16} />
          </span>
          <div className={css.names}>
            <b>{w.paneleditor.board.pictureOf}</b>
          </div>
        </header>
        <PlaceSection name={PICTURE} />
        <PictureSection />
      </>
    ) : only !== undefined && element ? (
      <ElementSheet key={only} name={only} element={element} />
    ) : (
      <PanelSheet />
    );
  return (
    <section className={css.sheet} aria-label={s.label} data-testid="panel-sheet">
      <ErrorBoundary of={s.label}>{content}</ErrorBoundary>
    </section>
  );
}
