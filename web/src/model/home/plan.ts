/** In which order to learn: exercises grouped by their robots, and the next one of each with its reason. */

import type { ExerciseCard } from "../../gen/messages";
import type { Said } from "../../words/format";

/** Points from which an exercise counts as done well, so that the next one is worth trying. */
export const GOOD = 80;

export type Reason =
  /** Nothing with this robot was tried: the easiest first. */
  | { kind: "first" }
  /** Tried, but never completed. */
  | { kind: "again"; attempts: number }
  /** Completed, but not well yet. */
  | { kind: "better"; points: number }
  /** The easier ones are done well. */
  | { kind: "next"; after: Said };

export interface Group {
  /** Name of the robot; empty for exercises without one. */
  robot: string;
  title: Said;
  text: Said;
  /** The easiest first. */
  exercises: ExerciseCard[];
  /** How many are done well. */
  done: number;
  /** The one to do next, and why; null when all are done well. */
  next: { name: string; why: Reason } | null;
}

const done = (one: ExerciseCard): boolean =>
  (one.best?.points ?? 0) >= GOOD || one.progress.some((attempt) => attempt.success && attempt.points >= GOOD);

/** The exercise of a list to do next, the easiest first, and why. */
export function nextOf(exercises: readonly ExerciseCard[]): { exercise: ExerciseCard; why: Reason } | null {
  const open = exercises.filter((one) => !one.problem);
  const exercise = open.find((one) => !done(one));
  if (!exercise) return null;
  const before = open[open.indexOf(exercise) - 1];
  return { exercise, why: reasonOf(exercise, before) };
}

function reasonOf(exercise: ExerciseCard, before: ExerciseCard | undefined): Reason {
  if (exercise.progress.some((attempt) => attempt.success))
    return { kind: "better", points: exercise.best?.points ?? 0 };
  if (exercise.attempts > 0) return { kind: "again", attempts: exercise.attempts };
  return before ? { kind: "next", after: before.title as Said } : { kind: "first" };
}

/**
 * Exercises by robot: the robot with the easiest exercise first; in each the easiest exercise first, and those of the
 * user behind the shipped ones.
 */
export function groupsOf(exercises: readonly ExerciseCard[]): Group[] {
  const byEase = [...exercises].sort(
    (a, b) => Number(a.own) - Number(b.own) || a.difficulty - b.difficulty || a.name.localeCompare(b.name),
  );
  const groups = new Map<string, ExerciseCard[]>();
  for (const one of byEase) groups.set(one.robot, [...(groups.get(one.robot) ?? []), one]);
  const found = [...groups].map(([robot, list]): Group => {
    const next = nextOf(list);
    const [head] = list as [ExerciseCard];
    return {
      robot,
      title: (head.robot_title || robot) as Said,
      text: head.robot_text as Said,
      exercises: list,
      done: list.filter(done).length,
      next: next && { name: next.exercise.name, why: next.why },
    };
  });
  return [...found.filter((group) => group.robot), ...found.filter((group) => !group.robot)];
}
