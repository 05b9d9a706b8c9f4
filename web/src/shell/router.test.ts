import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";

type Router = typeof import("./router");

/** As much of a browser's window as the router needs. */
const location = { pathname: "/", search: "" };
const steps: string[] = [];
const goes = (kind: string) => (_: unknown, __: string, path: string) => {
  [location.pathname, location.search] = path.split(/(?=\?)/) as [string, string];
  location.search ??= "";
  steps.push(`${kind} ${path}`);
};
let navigate: Router["navigate"];

beforeAll(async () => {
  const history = { pushState: goes("push"), replaceState: goes("replace") };
  vi.stubGlobal("window", { location, history, addEventListener: () => undefined });
  ({ navigate } = await import("./router"));
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  steps.length = 0;
  navigate("/");
  steps.length = 0;
});

test("a path is gone to once, and a replaced one leaves no step", () => {
  navigate("/review/a?play=1");
  navigate("/review/a?play=1");
  navigate("/review/a", { replace: true });
  expect(steps).toEqual(["push /review/a?play=1", "replace /review/a"]);
});

test("what follows from a path does not bring back someone who has left it", () => {
  navigate("/review/a?play=1");
  navigate("/sweeps/b");
  navigate("/review/a", { replace: true, from: "/review/a?play=1" });
  expect(location.pathname).toBe("/sweeps/b");

  navigate("/review/a?play=1");
  navigate("/review/a", { replace: true, from: "/review/a?play=1" });
  expect(steps.at(-1)).toBe("replace /review/a");
});
