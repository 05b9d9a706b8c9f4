/** Which signal of a record is looked at first. */

import type { ChannelInfo } from "../../gen/messages";
import { entriesOf } from "../channels";

type Fits = (channel: ChannelInfo) => boolean;

const plain: Fits = (channel) => channel.kind === "number" && channel.name !== "time";

/** In this order: a force, a speed or another output of the scheme, a sensor, anything. */
const WISHES: readonly Fits[] = [
  (channel) => plain(channel) && channel.unit === "N" && /^(sensor|output)\./.test(channel.name),
  (channel) => plain(channel) && channel.unit === "m/s" && channel.name.startsWith("output."),
  (channel) => plain(channel) && channel.name.startsWith("output."),
  (channel) => plain(channel) && channel.name.startsWith("sensor."),
  plain,
];

/** A number worth looking at; empty if there is none. */
export function firstSignal(channels: readonly ChannelInfo[]): string {
  for (const fits of WISHES) {
    const found = channels.find(fits);
    const entry = found && entriesOf(found)[0];
    if (entry) return entry.name;
  }
  return "";
}
