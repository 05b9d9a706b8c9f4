/** Picking a point of the scene for an element of the panel. */

import { create } from "zustand";
import type { PanelDocument } from "@/gen/documents";
import { coordinatesOf } from "@/model/panel/points";
import type { Vec3 } from "@/model/scene/pose";
import { showToast } from "@/ui";
import { format, language, type Said, said, words } from "@/words";
import { setValues } from "./desk";

/** Name of the element for which the next click into the scene picks a point; empty if it picks things, as usual. */
export const usePointing = create<{ element: string }>(() => ({ element: "" }));

/** Let the next click into the scene pick a point for an element; an empty name calls it off. */
export function pointAt(element: string): void {
  usePointing.setState({ element });
}

/** Set the entries of the element that a point was picked for. */
export function takePoint(panel: PanelDocument, point: Vec3): void {
  const { element } = usePointing.getState();
  pointAt("");
  const found = coordinatesOf(panel, element, point);
  if (!found) return;
  if (!found.beyond) {
    setValues(found.values);
    return;
  }
  const { entry, value, low, high, unit } = found.beyond;
  const label = said(panel.elements[entry]?.label as Said | undefined, language()) || entry;
  const [what, least, most] = [value, low, high].map((number) => format().quantity(number, unit, unit === "m" ? 3 : 0));
  const title = words().operate.point.beyond(label, what ?? "", least ?? "", most ?? "");
  showToast({ id: "point", kind: "info", title });
}
