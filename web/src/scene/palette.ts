/** Colours of the scene, made of the tokens of the page so that the themes are told in one place. */

import { Color } from "three";
import type { Tokens } from "./tokens";

export interface Palette {
  dark: boolean;
  accent: Color;
  tryA: Color;
  tryB: Color;
  warn: Color;
  axes: readonly [Color, Color, Color];
  /** Tint of the ground, and the lines on it. */
  floor: Color;
  grid: Color;
  shadow: Color;
  /** What fixed furniture is toned towards, so that it stays behind the robot. */
  furniture: Color;
  /** Meshes that are still on their way. */
  waiting: Color;
  line: Color;
}

export function paletteOf(tokens: Tokens): Palette {
  const token = (name: keyof Tokens) => new Color(tokens[name] || "gray");
  const app = token("--app");
  const dark = app.r + app.g + app.b < 1;
  return {
    dark,
    accent: token("--accent"),
    tryA: token("--try-a"),
    tryB: token("--try-b"),
    warn: token("--lamp-warn"),
    axes: [token("--axis-x"), token("--axis-y"), token("--axis-z")],
    floor: token(dark ? "--control" : "--line"),
    grid: token(dark ? "--line-2" : "--line-3"),
    shadow: token(dark ? "--app" : "--text-2"),
    furniture: dark ? token("--line-2").lerp(token("--line-3"), 0.3) : token("--line-2"),
    waiting: token("--line-3"),
    line: token("--text-3"),
  };
}
