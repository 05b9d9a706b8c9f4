import { Boxes, CopyPlus, ExternalLink } from "lucide-react";
import type { PartUser } from "@/gen/messages";
import { bringing, partUnder } from "@/model/scheme/known-parts";
import { Link, navigate, pathOf } from "@/shell/router";
import { Button, Icon } from "@/ui";
import { useWords } from "@/words";
import { useEditor, useScheme } from "./context";
import css from "./PartBanner.module.css";

/** Props of {@link PartBanner}. */
export interface PartBannerProps {
  /** Schemes that use this one as a part. */
  usedBy: readonly PartUser[];
  /** Whether this one is the project's own; saving a shipped one makes it so. */
  own: boolean;
}

/** Says that a part is only looked at here, and of a part itself who uses it: whoever changes it changes them. */
export function PartBanner({ usedBy, own }: PartBannerProps) {
  const w = useWords().design.part;
  const doc = useScheme((state) => state.doc);
  const level = useScheme((state) => state.level);
  const name = level ? bringing(doc, level)[0] : undefined;
  if (name !== undefined) {
    const yours = partUnder(doc, name)?.info.own ?? false;
    return (
      <div className={css.banner} role="status" data-testid="part-banner">
        <Icon of={Boxes} size={16} />
        <span className={css.text}>
          <b>{doc.uses?.[name]}</b> {yours ? w.yours : w.shipped} {w.readOnly}
        </span>
        <PartButtons name={name} />
      </div>
    );
  }
  if (usedBy.length === 0) return null;
  return (
    <div className={css.banner} role="status" data-testid="used-by">
      <Icon of={Boxes} size={16} />
      <span className={css.text}>
        {w.usedBy}{" "}
        {usedBy.map((user, index) => (
          <span key={`${user.name} ${user.own}`}>
            {index > 0 && ", "}
            <Link href={pathOf("design", user.name)}>{user.name}</Link>
          </span>
        ))}
        . {own ? w.changes : w.becomes}
      </span>
    </div>
  );
}

/** What can be done with a used part: open it, or make it the document's own. */
export function PartButtons({ name }: { name: string }) {
  const w = useWords().design.part;
  const { actions } = useEditor();
  const doc = useScheme((state) => state.doc);
  const scheme = partUnder(doc, name)?.info.scheme ?? "";
  return (
    <span className={css.buttons}>
      <Button
        icon={ExternalLink}
        size="s"
        reason={scheme ? undefined : w.notListed}
        onClick={() => navigate(pathOf("design", scheme))}
        data-testid="open-part"
      >
        {w.open}
      </Button>
      <Button icon={CopyPlus} size="s" onClick={() => actions.makeMine(name)} data-testid="make-mine">
        {w.makeMine}
      </Button>
    </span>
  );
}
