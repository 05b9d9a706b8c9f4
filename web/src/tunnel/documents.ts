import { documentKind } from "@/documents/documents";
import type { TunnelDocument } from "@/gen/documents";
import { pathOf } from "@/shell/router";

export const tunnels = documentKind<TunnelDocument>("tunnel", {
  words: (w) => w.tunnel,
  pathTo: (name = "") => `${pathOf("design")}?tunnel=${encodeURIComponent(name)}`,
});
