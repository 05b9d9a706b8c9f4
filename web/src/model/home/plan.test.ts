import { describe, expect, it } from "vitest";
import type { ExerciseCard } from "../../gen/messages";
import { groupsOf, nextOf } from "./plan";

const card = (name: string, robot: string, difficulty: number, more: Partial<ExerciseCard> = {}): ExerciseCard =>
  ({ name, title: name, robot, robot_title: robot, robot_text: "", difficulty, attempts: 0, best: null, progress: [], problem: "", ...more }) as ExerciseCard; // biome-ignore format: a list
const tried = (points: number, success = true): Partial<ExerciseCard> => ({
  attempts: 1,
  best: { points, medal: "", time: 1, record: "r" },
  progress: [{ record: "r", started: 1, points, success }],
});

describe("exercises by robot", () => {
  const all = [
    card("hard", "arm", 3),
    card("walk", "biped", 2),
    card("easy", "arm", 1),
    card("free", "", 1),
    card("mid", "arm", 2),
  ];

  it("stand in the order of learning, those without a robot last", () => {
    const groups = groupsOf(all);
    expect(groups.map((group) => group.robot)).toEqual(["arm", "biped", ""]);
    expect(groups[0]?.exercises.map((one) => one.name)).toEqual(["easy", "mid", "hard"]);
    expect(groups[0]?.next).toEqual({ name: "easy", why: { kind: "first" } });
  });

  it("name the next one and why", () => {
    const next = (...list: ExerciseCard[]) => nextOf(list);
    expect(next(card("a", "r", 1, tried(90)), card("b", "r", 2))).toMatchObject({
      exercise: { name: "b" },
      why: { kind: "next", after: "a" },
    });
    expect(next(card("a", "r", 1, tried(54)))?.why).toEqual({ kind: "better", points: 54 });
    expect(next(card("a", "r", 1, tried(20, false)))?.why).toEqual({ kind: "again", attempts: 1 });
    expect(next(card("a", "r", 1, tried(85)))).toBeNull();
    expect(next(card("a", "r", 1, { problem: "broken" }), card("b", "r", 2))?.exercise.name).toBe("b");
  });

  it("count what is done well", () => {
    expect(groupsOf([card("a", "r", 1, tried(85)), card("b", "r", 2, tried(60))])[0]).toMatchObject({ done: 1 });
  });
});
