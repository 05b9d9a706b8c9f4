/** Signals in groups, for choosing. */

import type { ChannelInfo } from "../../gen/messages";
import { type Entry, entriesOf } from "../channels";
import { shortName } from "./lines";

export const KINDS = [
  "panel",
  "stream",
  "sensor",
  "drive",
  "output",
  "scheme",
  "body",
  "site",
  "element",
  "other",
] as const;
export type Kind = (typeof KINDS)[number];

/** A signal that can be chosen. */
export interface Choice {
  readonly channel: ChannelInfo;
  readonly entries: readonly Entry[];
  readonly kind: Kind;
}

/** What kind a channel is, by its name. */
export function kindOf(name: string): Kind {
  const head = name.slice(0, Math.max(0, name.indexOf(".")));
  return KINDS.find((kind) => kind === head) ?? "other";
}

/** Whether every word of a text occurs in a name or a description. */
export function fits(channel: ChannelInfo, entry: Entry | undefined, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const said = `${entry?.name ?? channel.name} ${shortName(entry?.name ?? channel.name)} ${channel.description}`;
  return words.every((word) => said.toLowerCase().includes(word));
}

/** Channels that fit a text, by kind; of a channel that does not fit as a whole only the entries that do. */
export function choicesOf(channels: readonly ChannelInfo[], text: string): Map<Kind, Choice[]> {
  const groups = new Map<Kind, Choice[]>();
  for (const kind of KINDS) {
    const found = channels
      .filter((channel) => channel.name !== "time" && kindOf(channel.name) === kind)
      .map((channel): Choice => {
        const entries = channel.shape.length > 0 ? entriesOf(channel) : [];
        const whole = fits(channel, undefined, text);
        return { channel, kind, entries: whole ? entries : entries.filter((entry) => fits(channel, entry, text)) };
      })
      .filter((choice) => choice.entries.length > 0 || fits(choice.channel, undefined, text));
    if (found.length > 0) groups.set(kind, found);
  }
  return groups;
}

/** What is measured at a joint and what drives it. */
export function signalsOfJoint(channels: readonly ChannelInfo[], joint: string): string[] {
  return channels
    .filter((channel) => /^(sensor|drive)\./.test(channel.name))
    .flatMap((channel) => entriesOf(channel).filter((entry) => channel.labels[entry.index] === joint))
    .map((entry) => entry.name);
}

/** Where a body or an effector is. */
export function signalsOfBody(channels: readonly ChannelInfo[], name: string): string[] {
  const channel =
    channels.find((one) => one.name === `site.${name}`) ?? channels.find((one) => one.name === `body.${name}`);
  return channel
    ? entriesOf(channel)
        .slice(0, 3)
        .map((entry) => entry.name)
    : [];
}

/** What is plotted at first: where the hand is, else the first thing that is measured. */
export function firstSignals(channels: readonly ChannelInfo[]): string[] {
  const site = channels.find((channel) => channel.name.startsWith("site."));
  if (site)
    return entriesOf(site)
      .slice(0, 3)
      .map((entry) => entry.name);
  const sensor = channels.find((channel) => channel.name.startsWith("sensor."));
  return sensor ? [sensor.name] : [];
}

/**
 * Signals after one was chosen or left out. Leaving out an entry of a whole signal leaves its other entries.
 *
 * Args:
 *   chosen: What is chosen now: whole signals and entries.
 */
export function toggled(chosen: readonly string[], name: string, channels: readonly ChannelInfo[]): string[] {
  if (chosen.includes(name)) return chosen.filter((other) => other !== name);
  const channel = channels.find((one) => name === one.name || name.startsWith(`${one.name}[`));
  const entries = channel ? entriesOf(channel).map((entry) => entry.name) : [];
  if (channel && name !== channel.name && chosen.includes(channel.name)) {
    return chosen.flatMap((other) => (other === channel.name ? entries.filter((entry) => entry !== name) : [other]));
  }
  // A whole signal takes the place of its entries.
  if (channel && name === channel.name) return [...chosen.filter((other) => !entries.includes(other)), name];
  return [...chosen, name];
}
