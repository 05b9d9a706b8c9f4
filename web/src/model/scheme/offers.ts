/** What a world and a panel offer to a scheme: signals for its inputs, drives for its outputs. */

import type { PortDocument } from "../../gen/documents";
import type { ChannelInfo } from "../../gen/messages";

export interface Offered {
  readonly sensors: readonly ChannelInfo[];
  readonly drives: readonly ChannelInfo[];
  readonly panel: readonly ChannelInfo[];
}

export interface Offer {
  /** Name of the port that is fed by it, or feeds it, without any binding. */
  readonly port: string;
  readonly from: "sensor" | "panel" | "drive";
  readonly unit: string;
  readonly shape: readonly number[];
  readonly kind: "number" | "boolean";
  readonly note: string;
}

const offer =
  (from: Offer["from"]) =>
  ({ name, unit, shape, kind, description }: ChannelInfo): Offer => ({
    port: name.startsWith(`${from}.`) ? name.slice(from.length + 1) : name,
    from,
    unit,
    shape,
    kind: kind === "boolean" ? "boolean" : "number",
    note: description,
  });

/** Offers to one side of a scheme, those of the panel first. */
export function offersFor(side: "inputs" | "outputs", offered: Offered): readonly Offer[] {
  if (side === "outputs") return offered.drives.map(offer("drive"));
  return [...offered.panel.map(offer("panel")), ...offered.sensors.map(offer("sensor"))];
}

/** The port that an offer asks for. */
export const portOf = ({ unit, shape, kind }: Offer): PortDocument => ({
  kind,
  shape: [...shape],
  ...(kind === "boolean" ? {} : { unit }),
});

/** What of a port is not as the offer of its name has it. */
export function unlike(port: PortDocument, { unit, shape, kind }: Offer): readonly ("unit" | "shape" | "kind")[] {
  const found: ("unit" | "shape" | "kind")[] = [];
  if ((port.kind ?? "number") !== kind) found.push("kind");
  if (JSON.stringify(port.shape ?? []) !== JSON.stringify(shape)) found.push("shape");
  if (kind !== "boolean" && (port.unit ?? "1") !== unit) found.push("unit");
  return found;
}
