/** Icons of block types that have one of their own; the others show their family's. */

import {
  Activity, ArrowUpDown, AudioLines, AudioWaveform, Bell, ChartLine, ChevronsRight, Clock, Divide, Eye, FlipHorizontal, Gauge, GitCommitHorizontal, Hourglass,
  Minus, Pin, Plus, Power, Repeat, Rows3, Scissors, Sigma, SplitSquareVertical, ToggleLeft, TrendingUp, X,
} from "lucide-react"; // biome-ignore format: a list
import type { IconType } from "@/ui";
import { familyIcon, familyOf } from "./look";

const TYPES: Record<string, IconType> = {
  "arithmetic.sum": Plus, "arithmetic.difference": Minus, "arithmetic.gain": ChevronsRight, "arithmetic.product": X, "arithmetic.product_n": X,
  "arithmetic.divide": Divide, "arithmetic.negate": FlipHorizontal, "arithmetic.lookup": ChartLine, "arithmetic.minimum": ArrowUpDown,
  "arithmetic.maximum": ArrowUpDown,
  "control.pid": GitCommitHorizontal, "control.pi": GitCommitHorizontal, "control.low_pass": AudioWaveform, "control.high_pass": AudioWaveform,
  "control.notch": AudioWaveform, "control.saturation": Scissors, "control.soft_saturation": Scissors, "control.rate_limiter": TrendingUp,
  "control.integrator": Sigma, "control.resetting_integrator": Sigma, "control.trapezoid_integrator": Sigma,
  "digital.delay": Hourglass, "digital.unit_delay": Hourglass, "digital.moving_average": AudioLines, "digital.median": AudioLines,
  "sources.constant": Pin, "vector.constant": Pin, "vector.constant_matrix": Pin, "sources.clock": Clock, "sources.sine": AudioWaveform,
  "sources.ramp": TrendingUp, "sources.pulse_train": Activity, "sources.white_noise": AudioLines, "sources.uniform_noise": AudioLines,
  "logic.switch": ToggleLeft, "vector.switch": ToggleLeft, "logic.multiport_switch": ToggleLeft, "logic.not": Power, "logic.toggle": Repeat,
  "logic.on_delay": Hourglass, "logic.off_delay": Hourglass, "vector.mux": Rows3, "vector.demux": SplitSquareVertical, "vector.gain": ChevronsRight,
  "vector.sum": Plus, "sinks.alarm": Bell, "sinks.display": Gauge, "sinks.scope": Eye,
}; // biome-ignore format: a table

export const typeIcon = (type: string): IconType => TYPES[type] ?? familyIcon(familyOf(type));
