import type { Recent } from "@/gen/messages";
import { pathOf } from "@/shell/router";

/** Where a document or a record is opened. */
export function thingPath(kind: Recent["kind"], name: string): string {
  switch (kind) {
    case "exercise":
      return pathOf("operate", name);
    case "record":
      return pathOf("review", name);
    case "panel":
      return `${pathOf("design")}?panel=${encodeURIComponent(name)}`;
    case "program":
      return `${pathOf("design")}?program=${encodeURIComponent(name)}`;
    case "tunnel":
      return `${pathOf("design")}?tunnel=${encodeURIComponent(name)}`;
    case "scheme":
      return pathOf("design", name);
    case "procedure":
      return pathOf("procedure", name);
    case "robot":
    case "world":
      return `${pathOf("design")}?world=${encodeURIComponent(name)}`;
  }
}
