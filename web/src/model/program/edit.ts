/** Changes of a program of frames, each giving a new one. */

import type { ProgramDocument, ProgramFrame } from "@/gen/documents";
import type { PlannedFrame } from "@/gen/messages";
import { wrapped } from "./turning";

export type Action = NonNullable<ProgramFrame["before"]>[number];
export type ActionType = Action["type"];
export const ACTIONS: readonly ActionType[] = ["wait", "grab", "camera", "equipment"];
/** What a frame leads to: a point, joint angles, or nothing but actions. */
export type TargetKind = "point" | "angles" | "none";

/** Tenths of a millimetre, and of a milliradian: a mouse is not finer. */
export const round = (value: number) => Math.round(value * 1e4) / 1e4;

export function targetKind(frame: ProgramFrame): TargetKind {
  if (frame.angles) return "angles";
  return frame.point || frame.pitch != null || frame.roll != null ? "point" : "none";
}

/** The frame that a place such as 'frames[2].before[0]' of a fault is in; -1 for the program as a whole. */
export function frameAt(place: string): number {
  const found = /^frames\[(\d+)\]/.exec(place);
  return found ? Number(found[1]) : -1;
}

/** One frame changed. */
export function changed(
  doc: ProgramDocument,
  index: number,
  how: (frame: ProgramFrame) => ProgramFrame,
): ProgramDocument {
  return { ...doc, frames: doc.frames.map((frame, at) => (at === index ? how(frame) : frame)) };
}

/** A frame after another: to where the grab is then, so that nothing moves at first. */
export function inserted(doc: ProgramDocument, index: number, end: PlannedFrame | undefined): ProgramDocument {
  const fresh: ProgramFrame = { point: (end?.point ?? [1, 0.05, 0.35]).map(round) };
  return { ...doc, frames: [...doc.frames.slice(0, index + 1), fresh, ...doc.frames.slice(index + 1)] };
}

/** Without a frame; the last one stays. */
export function removed(doc: ProgramDocument, index: number): ProgramDocument {
  if (doc.frames.length < 2) return doc;
  return { ...doc, frames: doc.frames.filter((_, at) => at !== index) };
}

/** A frame one place earlier (-1) or later (+1). */
export function shifted(doc: ProgramDocument, index: number, by: -1 | 1): ProgramDocument {
  const frames = [...doc.frames];
  const [one, two] = [frames[index], frames[index + by]];
  if (!one || !two) return doc;
  frames[index] = two;
  frames[index + by] = one;
  return { ...doc, frames };
}

/** The same frame with another kind of target, where the grab is by the plan. */
export function retargeted(frame: ProgramFrame, kind: TargetKind, end: PlannedFrame | undefined): ProgramFrame {
  const { angles: _a, point: _p, pitch: _t, roll: _r, ...rest } = frame;
  if (kind === "none") return { ...rest, before: rest.before?.length ? rest.before : [{ type: "wait", seconds: 1 }] };
  if (kind === "angles") return { ...rest, angles: (end?.angles ?? [0, -0.957, 1.155, -0.023, 0]).map(round) };
  return { ...rest, point: (end?.point ?? [1, 0.05, 0.35]).map(round), ...standing(end) };
}

const standing = (end: PlannedFrame | undefined) =>
  end ? { pitch: round(end.pitch), roll: round(end.angles[4] ?? 0) } : {};

/** The finger tips dragged: a frame of angles becomes one with a point there, and keeps pitch and roll. */
export function dragged(
  frame: ProgramFrame,
  to: Readonly<Record<number, number>>,
  end: PlannedFrame | undefined,
): ProgramFrame {
  const now = targetKind(frame) === "point" && frame.point ? frame : retargeted(frame, "point", end);
  return { ...now, point: (now.point ?? [1, 0, 0.35]).map((value, axis) => round(to[axis] ?? value)) };
}

/** Largest roll [rad]: its stops are at 179 degrees. */
const ROLL = (179 * Math.PI) / 180;

/** The grab turned at its target: a frame of angles becomes one with a point where it is. */
export function turned(
  frame: ProgramFrame,
  to: { pitch?: number; roll?: number },
  end: PlannedFrame | undefined,
): ProgramFrame {
  const now = targetKind(frame) === "point" ? frame : retargeted(frame, "point", end);
  const roll = to.roll === undefined ? {} : { roll: round(Math.min(Math.max(wrapped(to.roll), -ROLL), ROLL)) };
  return { ...now, ...(to.pitch === undefined ? {} : { pitch: round(wrapped(to.pitch)) }), ...roll };
}

/** An action as it is when it is new. */
export function freshAction(type: ActionType): Action {
  if (type === "wait") return { type, seconds: 1 };
  if (type === "grab") return { type, do: "open" };
  if (type === "camera") return { type, camera: "grab" };
  return { type, element: "go", value: true };
}
