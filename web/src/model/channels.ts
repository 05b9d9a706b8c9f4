/** Names of signals: whole ('sensor.angles'), or one entry of them ('sensor.angles[0]', 'sensor.angles[elbow]'). */

import type { ChannelInfo } from "../gen/messages";

/** One number among the signals. */
export interface Entry {
  /** 'sensor.angles[elbow]', or the channel's name if it is a single number. */
  readonly name: string;
  readonly channel: ChannelInfo;
  /** Which number of the channel it is. */
  readonly index: number;
}

/** How many numbers a channel has. */
export function sizeOf(channel: ChannelInfo): number {
  return channel.shape.reduce((product, size) => product * size, 1);
}

/** All numbers of a channel, by name; entries go by their labels where they have some. */
export function entriesOf(channel: ChannelInfo): Entry[] {
  if (channel.shape.length === 0) return [{ name: channel.name, channel, index: 0 }];
  return Array.from({ length: sizeOf(channel) }, (_, index) => ({
    name: `${channel.name}[${channel.labels[index] ?? placeOf(index, channel.shape)}]`,
    channel,
    index,
  }));
}

function placeOf(index: number, shape: readonly number[]): string {
  if (shape.length < 2) return String(index);
  const columns = shape[shape.length - 1] ?? 1;
  return `${Math.floor(index / columns)},${index % columns}`;
}

/** Signals by name. */
export class Directory {
  readonly channels: readonly ChannelInfo[];
  readonly #entries = new Map<string, Entry>();
  readonly #channels = new Map<string, ChannelInfo>();

  constructor(channels: readonly ChannelInfo[]) {
    this.channels = channels;
    for (const channel of channels) {
      this.#channels.set(channel.name, channel);
      for (const entry of entriesOf(channel)) {
        this.#entries.set(entry.name, entry);
        if (channel.labels.length > 0) this.#entries.set(`${channel.name}[${entry.index}]`, entry);
      }
    }
  }

  /** A channel by its whole name. */
  channel(name: string): ChannelInfo | undefined {
    return this.#channels.get(name);
  }

  /** The numbers that a name stands for; empty if there are none. */
  entries(name: string): Entry[] {
    const channel = this.#channels.get(name);
    if (channel) return entriesOf(channel);
    const entry = this.#entries.get(name);
    return entry ? [entry] : [];
  }
}
