import { useEffect } from "react";
import type { PanelEditorFacts } from "./context";

/** Width and height of an SVG text in its own units, as the server reads them. */
export function svgSize(text: string): [number, number] | null {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (root.nodeName.toLowerCase() !== "svg") return null;
  const box = (root.getAttribute("viewBox") ?? "").replaceAll(",", " ").split(/\s+/).filter(Boolean);
  const [width, height] =
    box.length === 4 ? box.slice(2) : [root.getAttribute("width") ?? "", root.getAttribute("height") ?? ""];
  const size: [number, number] = [Number.parseFloat(width ?? ""), Number.parseFloat(height ?? "")];
  return size.every((length) => Number.isFinite(length) && length > 0) ? size : null;
}

/** Finds the size of a picture whose document leaves it out. */
export function usePictureSize(view: PanelEditorFacts["view"], address: string, needed: boolean): void {
  useEffect(() => {
    if (!address || !needed) return;
    let wanted = true;
    fetch(address)
      .then((answer) => (answer.ok ? answer.text() : ""))
      .then(
        (text) => wanted && view.setState({ natural: svgSize(text) }),
        () => undefined,
      );
    return () => {
      wanted = false;
    };
  }, [view, address, needed]);
}
