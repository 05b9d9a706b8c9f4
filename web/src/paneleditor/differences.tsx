import type { PanelDocument } from "@/gen/documents";
import { difference } from "@/model/paneldoc/difference";
import type { Words } from "@/words";

/** What differs between two versions of a panel, for people; nothing if they say the same. */
export function differences(theirs: PanelDocument, ours: PanelDocument, { paneleditor: { save: s } }: Words) {
  const { added, removed, changed, panel } = difference(theirs, ours);
  const different = [...(panel ? [s.wholePanel] : []), ...changed];
  if (added.length + removed.length + different.length === 0) return null;
  return (
    <ul>
      {added.length > 0 && <li>{s.added(added.join(", "))}</li>}
      {removed.length > 0 && <li>{s.removed(removed.join(", "))}</li>}
      {different.length > 0 && <li>{s.changed(different.join(", "))}</li>}
    </ul>
  );
}
