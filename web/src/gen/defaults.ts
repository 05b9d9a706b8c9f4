// Generated from the Python classes by web/generate.py; do not edit.
import type { LimitsDocument, RetractDocument } from "./documents";

/** Values that a `LimitsDocument` has where it leaves them out. */
export const DEFAULT_LIMITS: Required<LimitsDocument> = {
  "force": 20.0,
  "error": 0.1,
  "speed": 0.1,
  "joint_speed": 1.5,
  "joint_margin": 0.005
};
/** Values that a `RetractDocument` has where it leaves them out. */
export const DEFAULT_RETRACT: Required<RetractDocument> = {
  "time": 0.5,
  "distance": 0.01
};
