/** The robot on the picture of a panel, drawn from its model as it stands now, with the marks where its parts are. */

import { type RefObject, useMemo, useRef } from "react";
import { hub } from "@/link/live";
import {
  type Box,
  drawn,
  facedSide,
  figureOf,
  fitted,
  isLong,
  joined,
  type Point,
  type Side,
  spread,
} from "@/model/panel/figure";
import { startPoses } from "@/model/scene/pose";
import type { Thing } from "@/model/thing";
import { usePanel } from "./context";
import { put, useTicker } from "./ticker";

/** The picture is drawn anew so often [ms]: it is small, and a hand is not faster than that. */
const PACE = 66;
/** Margin around the robot, as a share of the picture's lesser side. */
const MARGIN = 0.07;

const SVG = "http://www.w3.org/2000/svg";

export interface Marked {
  thing: Thing;
  /** Its place in the picture of the panel. */
  at: Point;
}

const pace = (): number => PACE;

/** A line from a part of the robot to its mark, where the mark had to give way to another. */
function wayTo(part: Point | null, mark: Point, gap: number): string {
  if (!part || Math.hypot(mark[0] - part[0], mark[1] - part[1]) < gap / 3) return "";
  return `M${part.map((one) => one.toFixed(1)).join(" ")}L${mark.map((one) => one.toFixed(1)).join(" ")}`;
}

/**
 * Draws the robot of the session into a group of an SVG picture and moves marks to where its joints and hands are.
 *
 * @param size Width and height of the picture, in its own units.
 * @param gap Least distance between two marks, in the same units.
 * @param group Where the robot is drawn.
 * @param leads Lines from its parts to marks that had to give way to others.
 * @param place Puts a mark to a place of the picture.
 * @returns Whether there is anything to draw; else the picture stays the file of the panel.
 */
export function useFigure(
  marks: readonly Marked[],
  size: Point,
  gap: number,
  group: RefObject<SVGGElement | null>,
  leads: RefObject<SVGPathElement | null>,
  place: (index: number, at: Point) => void,
): boolean {
  const { panel, scene, facing } = usePanel();
  const view = panel.picture?.view;
  const side: Side | null = view ? facedSide(view, facing ?? null) : null;
  const key = marks.map(({ thing }) => `${thing.kind} ${thing.name}`).join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: marks are new at every drawing, their names are not
  const figure = useMemo(
    () =>
      scene && side
        ? figureOf(
            scene,
            marks.map(({ thing }) => thing),
          )
        : null,
    [scene, side, key],
  );
  const last = useRef<{ of: unknown; poses: string; seen: Box | null; lying: boolean }>({
    of: null,
    poses: "",
    seen: null,
    lying: false,
  });
  useTicker(() => {
    const at = group.current;
    if (!figure || !side || !at) return;
    const own = hub.frame?.poses;
    const poses = own && own.length >= 7 * figure.scene.bodies.length ? own : startPoses(figure.scene);
    const state = last.current;
    const fresh = state.of !== figure;
    let now: string = side;
    for (const one of poses) now += `${Math.round(one * 2000)} `;
    if (!fresh && now === state.poses && at.childElementCount > 0) return;
    if (fresh) {
      const start = drawn(figure, startPoses(figure.scene), side).box;
      last.current = { of: figure, poses: now, seen: null, lying: side === "above" && isLong(start, size) };
    }
    const { hulls, places, box } = drawn(figure, poses, side, last.current.lying);
    last.current.poses = now;
    last.current.seen = last.current.seen ? joined(last.current.seen, box) : box;
    const toPicture = fitted(last.current.seen, size, MARGIN * Math.min(...size) + (marks.length > 0 ? gap / 2 : 0));
    while (at.childElementCount < hulls.length) at.append(document.createElementNS(SVG, "path"));
    while (at.childElementCount > hulls.length) at.lastChild?.remove();
    hulls.forEach((hull, index) => {
      const corners = hull.map((point) =>
        toPicture(point)
          .map((one) => one.toFixed(1))
          .join(" "),
      );
      put(at.children[index] ?? null, "d", `M${corners.join("L")}Z`);
    });
    const found = spread(
      places.map((point, index) => (point ? toPicture(point) : (marks[index]?.at ?? [0, 0]))),
      marks.map((mark) => mark.at),
      gap,
      size,
    );
    const ways = found.map((point, index) => wayTo(places[index] ? toPicture(places[index]) : null, point, gap));
    put(leads.current, "d", ways.join(""));
    found.forEach((point, index) => {
      place(index, point);
    });
  }, pace);
  return figure !== null;
}
