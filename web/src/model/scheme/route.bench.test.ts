import { expect, it } from "vitest";
import { Router } from "./route";
import { columnsDrawing, numbers } from "./testing/layouts";

/** Processor time of some work [ms]: on a busy machine the clock on the wall tells little. */
const spent = (work: () => void): number => {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
};

it("tells how long routing of 500 blocks and 700 wires takes", { timeout: 120_000 }, () => {
  const { nodes, wires } = columnsDrawing(500, 700);
  const router = new Router();
  const cold = spent(() => router.route(nodes, wires));
  const full = [1, 2, 3].map(() => spent(() => router.again()));
  const random = numbers(7);
  const drags: number[] = [];
  for (let i = 0; i < 10; i++) {
    const node = nodes[Math.floor(random() * nodes.length)];
    if (!node) continue;
    for (let step = 1; step <= 10; step++)
      drags.push(spent(() => router.update([{ ...node, x: node.x + step * 10, y: node.y + step * 5 }])));
    router.update([node]);
  }
  drags.sort((a, b) => a - b);
  const at = (part: number) => drags[Math.floor(part * (drags.length - 1))]?.toFixed(1);
  const forced = [...router.routes.values()].filter((route) => route.forced).length;
  console.log(
    `processor time of routing 500 blocks, 700 wires: first ${cold.toFixed(0)} ms, again ${full.map((t) => t.toFixed(0)).join(", ")} ms; ` +
      `one drag step ${at(0.5)} ms (median), ${at(0.95)} ms (95 %), ${at(1)} ms (worst); ${forced} without a way`,
  );
  expect(router.routes.size).toBe(wires.length);
});
