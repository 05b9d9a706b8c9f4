import { describe, expect, it } from "vitest";
import { History } from "./history";

describe("History", () => {
  it("merges the steps of one drag, and starts anew after it", () => {
    const history = new History<number>();
    history.push("move", 0, 1, "drag 1");
    history.push("move", 1, 2, "drag 1");
    history.seal();
    history.push("move", 2, 3, "drag 1");
    expect(history.length).toBe(2);
    expect(history.undo()).toBe(2);
    expect(history.undo()).toBe(0);
    expect(history.undo()).toBeUndefined();
  });

  it("names what undo and redo would do", () => {
    const history = new History<number>();
    history.push("move PD 1", 0, 1);
    history.push("remove Sum", 1, 2);
    expect(history.undoName).toBe("remove Sum");
    history.undo();
    expect([history.undoName, history.redoName]).toEqual(["move PD 1", "remove Sum"]);
  });

  it("forgets what was undone once something else is done, and never merges into it", () => {
    const history = new History<number>();
    history.push("a", 0, 1, "key");
    history.push("b", 1, 2, "other");
    history.undo();
    history.push("c", 1, 5, "key");
    expect(history.redo()).toBeUndefined();
    expect(history.undo()).toBe(1);
    expect(history.undo()).toBe(0);
  });

  it("keeps the newest steps only", () => {
    const history = new History<number>(500);
    for (let i = 0; i < 600; i++) history.push("step", i, i + 1);
    expect(history.length).toBe(500);
    let last: number | undefined;
    for (let back = history.undo(); back !== undefined; back = history.undo()) last = back;
    expect(last).toBe(100);
  });
});
