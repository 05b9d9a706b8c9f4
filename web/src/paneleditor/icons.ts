import {
  Camera, CircleDot, Gamepad2, Gauge, Hand, Lightbulb, type LucideIcon, MapPin, PenLine, Radio, Rotate3d, SlidersHorizontal,SquareChartGantt,
  ToggleLeft, 
} from "lucide-react"; // biome-ignore format: a list
import type { Kind } from "@/model/paneldoc/kinds";

/** The sign of each kind of element. */
export const KIND_ICON: Readonly<Record<Kind, LucideIcon>> = {
  joints: Rotate3d,
  effectors: Hand,
  cameras: Camera,
  joystick: Gamepad2,
  button: CircleDot,
  switch: ToggleLeft,
  selector: Radio,
  slider: SlidersHorizontal,
  entry: PenLine,
  point: MapPin,
  lamp: Lightbulb,
  gauge: Gauge,
  indicator: SquareChartGantt,
};
