/** Limits of the size of a pane [px]. */
export interface PaneLimits {
  readonly size: number;
  readonly min: number;
  readonly max: number;
  /** Whether dragging below the minimum closes it. */
  readonly closes: boolean;
}

/** Size of a pane that is closed to its edge [px]. */
export const CLOSED = 0;

/** The size a pane takes when its edge asks for `wanted`: inside the limits, or closed under half of the minimum. */
export function paneSize(wanted: number, limits: PaneLimits): number {
  if (limits.closes && wanted < limits.min / 2) return CLOSED;
  return Math.round(Math.min(limits.max, Math.max(limits.min, wanted)));
}

/** The size after a key on the edge: arrows move by 16 px, Home and End go to the limits, Enter opens and closes. */
export function paneKey(
  key: string,
  size: number,
  grows: "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown",
  limits: PaneLimits,
): number | undefined {
  const opposite = { ArrowLeft: "ArrowRight", ArrowRight: "ArrowLeft", ArrowUp: "ArrowDown", ArrowDown: "ArrowUp" }[
    grows
  ];
  if (key === grows) return size === CLOSED ? limits.min : paneSize(size + 16, limits);
  if (key === opposite) return size <= limits.min && limits.closes ? CLOSED : paneSize(size - 16, limits);
  if (key === "Home") return limits.min;
  if (key === "End") return limits.max;
  if (key === "Enter") return size === CLOSED ? limits.size : limits.closes ? CLOSED : limits.size;
  return undefined;
}
