import { expect, test } from "vitest";
import { plainName } from "./plain";

test.each([
  ["My scheme 2", "My-scheme-2"],
  ["Мой робот", "Moy-robot"],
  ["щука", "shchuka"],
  ["Ärmchen", "Armchen"],
  ["servo_v1.2", "servo_v1.2"],
  ["日本", ""],
  ["  ../x ", "x"],
])("%s is kept in the file %s", (title, name) => {
  expect(plainName(title)).toBe(name);
});
