/** A thing that can be selected, whoever shows it. */

export interface Thing {
  kind: "joint" | "effector" | "camera" | "body" | "block" | "signal";
  name: string;
}

export function isSame(one: Thing | null, two: Thing | null): boolean {
  return one !== null && two !== null && one.kind === two.kind && one.name === two.name;
}

export function holds(things: readonly Thing[], thing: Thing): boolean {
  return things.some((other) => isSame(other, thing));
}
