/** Charts of the page of plots: which there are and what each shows. */

export interface TimeChart {
  readonly id: string;
  readonly kind: "time";
  readonly signals: readonly string[];
  /** Horizontal lines: a value in SI units, on the axis of a unit. */
  readonly limits: readonly { readonly value: number; readonly unit: string }[];
}

export interface XyChart {
  readonly id: string;
  readonly kind: "xy";
  readonly x: string;
  readonly y: string;
  readonly equal: boolean;
}

export type ChartPlan = TimeChart | XyChart;
export type Plan = readonly ChartPlan[];

function freeId(plan: Plan): string {
  for (let number = 1; ; number++) if (!plan.some(({ id }) => id === `chart${number}`)) return `chart${number}`;
}

export const addTimeChart = (plan: Plan, signals: readonly string[] = []): Plan => [
  ...plan,
  { id: freeId(plan), kind: "time", signals, limits: [] },
];

export const addXyChart = (plan: Plan, x = "", y = ""): Plan => [
  ...plan,
  { id: freeId(plan), kind: "xy", x, y, equal: true },
];

export const removeChart = (plan: Plan, id: string): Plan => plan.filter((chart) => chart.id !== id);

/** Change one chart. */
export const changeChart = <T extends ChartPlan>(plan: Plan, id: string, change: Partial<T>): Plan =>
  plan.map((chart) => (chart.id === id ? { ...chart, ...change } : chart));

/** Put a signal onto a chart; it leaves the chart `from` if that is given. */
export function putSignal(plan: Plan, signal: string, id: string, from?: string): Plan {
  return plan.map((chart) => {
    if (chart.kind !== "time") return chart;
    if (chart.id === id) {
      return chart.signals.includes(signal) ? chart : { ...chart, signals: [...chart.signals, signal] };
    }
    return chart.id === from ? { ...chart, signals: chart.signals.filter((other) => other !== signal) } : chart;
  });
}

export function dropSignal(plan: Plan, signal: string, id: string): Plan {
  return plan.map((chart) =>
    chart.id === id && chart.kind === "time"
      ? { ...chart, signals: chart.signals.filter((other) => other !== signal) }
      : chart,
  );
}

/** All signals that the charts show. */
export const signalsOf = (plan: Plan): string[] => [
  ...new Set(plan.flatMap((chart) => (chart.kind === "time" ? chart.signals : [chart.x, chart.y].filter(Boolean)))),
];

const isText = (value: unknown): value is string => typeof value === "string";
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function isChart(value: unknown): value is ChartPlan {
  if (!isObject(value) || !isText(value.id)) return false;
  if (value.kind === "xy") return isText(value.x) && isText(value.y) && typeof value.equal === "boolean";
  if (value.kind !== "time" || !Array.isArray(value.signals) || !Array.isArray(value.limits)) return false;
  return (
    value.signals.every(isText) &&
    value.limits.every((limit) => isObject(limit) && typeof limit.value === "number" && isText(limit.unit))
  );
}

/** Whether something kept earlier is a plan. */
export const isPlan = (value: unknown): value is Plan => Array.isArray(value) && value.every(isChart);
