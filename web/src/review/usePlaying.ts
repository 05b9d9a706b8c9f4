/** The player in React: only what changes seldom; its time never. */

import { useEffect, useState, useSyncExternalStore } from "react";
import { Player } from "@/model/review/player";

/** A player that runs with the pictures of the screen. */
export function usePlayer(): Player {
  const [player] = useState(() => new Player());
  useEffect(() => {
    let asked = 0;
    let before = 0;
    const frame = (now: number) => {
      // A page that slept must not jump.
      player.advance(Math.min(0.5, (now - before) / 1000));
      before = now;
      asked = player.playing ? requestAnimationFrame(frame) : 0;
    };
    const change = () => {
      if (!player.playing || asked) return;
      before = performance.now();
      asked = requestAnimationFrame(frame);
    };
    const end = player.onChange(change);
    change();
    return () => {
      end();
      cancelAnimationFrame(asked);
      player.pause();
    };
  }, [player]);
  return player;
}

/** Whether it plays, its speed and length; drawn anew when they change. */
export function usePlaying(player: Player): { playing: boolean; speed: number; length: number } {
  const told = (listener: () => void) => player.onChange(listener);
  const playing = useSyncExternalStore(told, () => player.playing);
  const speed = useSyncExternalStore(told, () => player.speed);
  const length = useSyncExternalStore(told, () => player.length);
  return { playing, speed, length };
}
